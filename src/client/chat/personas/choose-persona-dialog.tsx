import { Check, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/form-field.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { personaDialog } from '../dialogs.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { type PersonaScope, switchPersona, usePersonas } from './api.ts'

interface Choice {
  /** Null: the account's own name. */
  personaId: string | null
  scope: PersonaScope
}

export function ChoosePersonaDialog() {
  const store = useConversationStore()
  const present = useConversationState(({ persona }) => persona?.id ?? null)
  const { data, isPending, error, refetch } = usePersonas()
  const form = useForm<Choice>({ defaultValues: { personaId: present, scope: 'conversation' } })
  const choose = (personaId: string | null) => form.setValue('personaId', personaId)
  const name = useConversationState(({ conversation }) => conversation?.characterName)
  return (
    <FormDialog
      title="Who are you in this story?"
      description="Used from your next message on. Earlier messages keep their name."
      form={form}
      isDisabled={!data}
      onSave={({ personaId, scope }) => switchPersona(store, personaId, scope)}
    >
      {isPending && <Skeleton className="h-32 rounded-md" />}
      {!data && <LoadError isShort what="your personas" query={{ error, refetch }} />}
      {data && <Options personas={data.personas} chosen={form.watch('personaId')} onChoose={choose} />}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <Button
          variant="quiet"
          icon={Plus}
          className="-ml-3 !px-3"
          onClick={() => personaDialog.open({ onSaved: ({ id }) => choose(id) })}
        >
          New persona
        </Button>
        <Link to="/personas" className="inline-flex min-h-11 items-center text-sm underline underline-offset-4">
          Manage personas
        </Link>
      </div>
      <SelectField label="Use it" form={form} name="scope">
        <option value="conversation">in this conversation</option>
        <option value="character">in every conversation with {name}</option>
        <option value="account">in every conversation</option>
      </SelectField>
    </FormDialog>
  )
}

interface OptionsProps {
  personas: readonly { id: string; name: string; description: string; picture: string }[]
  chosen: string | null
  onChoose: (id: string | null) => void
}

function Options({ personas, chosen, onChoose }: OptionsProps) {
  const { name, playerName } = useUser()
  const checked = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // They are loaded after the dialog has given the focus to its first field.
    const frame = requestAnimationFrame(() => checked.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const own = { id: null, name: playerName ?? name, description: 'The name in your account', picture: '' }
  return (
    <fieldset className="-mx-2 flex max-h-[40dvh] min-w-0 flex-col overflow-y-auto px-2 py-1">
      <legend className="sr-only">Persona</legend>
      {[own, ...personas].map((option) => (
        <label
          key={option.id}
          // Its hidden input is placed in it: elsewhere it would make the dialog longer.
          className="relative flex min-h-14 cursor-pointer items-center gap-3 rounded-md px-2.5 py-2 hover:bg-curtain-wash/60 has-checked:bg-curtain-wash has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="persona"
            ref={option.id === chosen ? checked : null}
            checked={option.id === chosen}
            onChange={() => onChoose(option.id)}
            className="sr-only"
          />
          <Avatar lazy name={option.name} src={option.picture} className="size-9 rounded-full" />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-[550] text-sm">
              {option.name}
            </span>
            <span dir="auto" className="block truncate text-ink-soft text-xs">
              {option.description}
            </span>
          </span>
          {option.id === chosen && <Check aria-hidden size={17} className="shrink-0 text-curtain" />}
        </label>
      ))}
    </fieldset>
  )
}
