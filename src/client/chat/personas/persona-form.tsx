import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showServerErrors } from '#client/accounts/show-server-errors.ts'
import { PortraitPicker } from '#client/characters/creator/portrait-picker.tsx'
import { PictureGenerator } from '#client/images/picture-generator.tsx'
import { PictureUpload } from '#client/images/picture-upload.tsx'
import { hasCode } from '#client/lib/http.ts'
import { useSaveConflict } from '#client/lib/use-save-conflict.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { Input } from '#client/ui/input.tsx'
import { MergeDialog } from '#client/ui/merge-dialog.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { accountLimits } from '#shared/accounts.ts'
import { type Persona, PersonaFields, personaLimits } from '#shared/personas.ts'
import { readPersona, refreshPersonas, savePersona } from './api.ts'

interface PersonaFormProps {
  /** Left out for a new one. */
  persona?: Persona | undefined
  onClose: () => void
  onSaved?: (persona: Persona) => void
}

/** Writes a persona: name, description and picture. */
export function PersonaForm({ persona, onClose, onSaved }: PersonaFormProps) {
  const client = useQueryClient()
  // The version that the user began with; the list may be read again meanwhile.
  const [{ name, description, picture }] = useState(persona ?? { name: '', description: '', picture: '' })
  const form = useForm({ resolver: zodResolver(PersonaFields), defaultValues: { name, description, picture } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async (fields) => {
    try {
      const saved = await savePersona(fields, persona && { id: persona.id, updatedAt: conflict.updatedAt.current })
      await refreshPersonas(client)
      onSaved?.(saved)
      onClose()
    } catch (error) {
      const isChanged = hasCode(error, 'changed_elsewhere')
      const problem = isChanged ? await conflict.open(fields).catch((reason: unknown) => reason) : error
      if (problem !== undefined) showServerErrors(form, problem, 'The persona could not be saved. Please try again.')
    }
  })
  const conflict = useSaveConflict<PersonaFields>({
    fields: ['name', 'description', 'picture'],
    base: { name, description, picture },
    updatedAt: persona?.updatedAt ?? 0,
    load: async () => {
      const saved = await readPersona(client, persona?.id)
      return { saved, updatedAt: saved.updatedAt }
    },
    save: (merged) => {
      form.reset(merged)
      void save()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={persona ? `Edit ${persona.name}` : 'New persona'}
      description="Who you are in a story. Characters read this. Other people do not see it."
    >
      <form onSubmit={save} noValidate className="flex flex-col gap-4">
        <Field label="Name" error={errors.name?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('name')}
              maxLength={2 * accountLimits.displayNameMax}
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="Description"
          aside="optional"
          error={errors.description?.message}
          help="How you look, what you want, what the character knows about you. {{char}} and {{user}} stand for names."
        >
          {(control) => (
            <Textarea {...control} {...form.register('description')} rows={4} maxLength={personaLimits.description} />
          )}
        </Field>
        <PictureField
          name={form.watch('name')}
          value={form.watch('picture') ?? ''}
          error={errors.picture?.message}
          onPicture={(url) => form.setValue('picture', url, { shouldValidate: true })}
        />
        <FormEnd problem={errors.root?.message} isSubmitting={isSubmitting} onCancel={onClose} />
      </form>
      <MergeDialog conflict={conflict} labels={{ name: 'Name', description: 'Description', picture: 'Picture' }} />
    </Dialog>
  )
}

interface PictureFieldProps {
  name: string
  value: string
  error: string | undefined
  onPicture: (picture: string) => void
}

/** The picture, with the ways to choose another one folded away. */
function PictureField({ name, value, error, onPicture }: PictureFieldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-3.5">
        <Avatar name={name} src={value} className="size-14 rounded-full" />
        <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {value ? 'Change picture' : 'Add a picture'}
        </Button>
      </div>
      <ProblemText>{error}</ProblemText>
      {isOpen && (
        <>
          <PortraitPicker name={name} category="Other" value={value} onPick={onPicture} />
          <PictureUpload onPicture={onPicture} />
          <PictureGenerator value={value} onPicture={onPicture} />
        </>
      )}
    </div>
  )
}
