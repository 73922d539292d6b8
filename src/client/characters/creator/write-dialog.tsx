import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useUser } from '#client/accounts/session.ts'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField, TextareaField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { TextDifference } from '#client/ui/text-difference.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import { type ProposedField, proposedFields } from '#engine/proposals/proposal.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { ProposalIdea } from '#shared/turns.ts'
import { formFields } from './creator-values.ts'

interface WriteDialogProps {
  form: UseFormReturn<CharacterFields>
  /** The text to write; left out for the whole character. */
  field?: ProposedField
  /** Called when texts were put into the form. */
  onFilled?: () => void
}

type Proposal = Partial<Record<ProposedField, string>>

/** Lets the model write the character, or one of its texts, for the author to accept. */
export function WriteDialog({ form, field, onFilled }: WriteDialogProps) {
  const model = useQuery(queryOf('GET /api/model'))
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const idea = useSchemaForm(ProposalIdea, { idea: '', field })
  if (model.data?.builtIn) return <DemoDialog />
  if (proposal) {
    const back = () => setProposal(null)
    return <ProposalDialog form={form} proposal={proposal} onFilled={onFilled} onBack={back} />
  }
  return (
    <FormDialog
      title="Write it for me"
      description="The AI model proposes, and you choose what to use. It keeps to what you have written already."
      className="sm:!max-w-[34rem]"
      form={idea}
      label="Propose"
      busyLabel="Writing…"
      failure="The model could not write it. Please try again."
      onSave={async (values) => {
        const written = form.getValues(proposedFields)
        const body = {
          ...values,
          written: Object.fromEntries(proposedFields.map((field, index) => [field, written[index] ?? ''])),
          contentRating: form.getValues('contentRating') || undefined,
        }
        setProposal(await call('POST /api/characters/proposal', { body }))
        return false
      }}
    >
      <TextareaField
        {...idea.field(
          'idea',
          'Your idea',
          idea.watch('field') ? 'You can leave it empty.' : 'One sentence is enough.',
        )}
        dir="auto"
        placeholder="A harbor pilot who knows everybody’s secrets, and is tired of keeping them"
      />
      <SelectField
        {...idea.field('field', 'What to write')}
        rules={{ setValueAs: (value) => value || undefined }}
        options={[
          ['', 'The whole character'],
          ...proposedFields.map((field) => [field, formFields[field].label] as const),
        ]}
      />
    </FormDialog>
  )
}

function DemoDialog() {
  const isAdmin = useUser().accountType === 'admin'
  return (
    <Dialog title="Write it for me">
      <div className="flex flex-col gap-4">
        <p className="text-md leading-relaxed">
          No AI model is connected. The demo program answers with prepared sentences, so it cannot write a character.
          {isAdmin ? '' : ' The people who run this site can connect a model.'}
        </p>
        {isAdmin && (
          <ButtonLink to="/admin/models" className="self-start">
            Connect a model
          </ButtonLink>
        )}
      </div>
    </Dialog>
  )
}

interface ProposalDialogProps extends WriteDialogProps {
  proposal: Proposal
  onBack: () => void
}

/** What the model has written. Texts for empty fields are chosen at first. */
function ProposalDialog({ form, proposal, onFilled, onBack }: ProposalDialogProps) {
  const close = useClose()
  const current = form.getValues()
  const proposed = proposedFields.filter((field) => proposal[field] !== undefined)
  const [chosen, setChosen] = useState<readonly ProposedField[]>(() =>
    proposed.filter((field) => isBlank(current[field]) || proposed.length === 1),
  )
  const use = () => {
    for (const field of chosen) {
      form.setValue(field, proposal[field] ?? '', { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    }
    onFilled?.()
    close()
    toast({
      title: chosen.length === 1 ? 'The text is in the form' : `${chosen.length} texts are in the form`,
      description: 'Look them over, then save.',
      action: { label: 'Undo', onSelect: () => form.reset(current, { keepDefaultValues: true }) },
    })
  }
  return (
    <Dialog
      title="What the model proposes"
      description="Choose what to use. You can change everything in the form."
      className="sm:!max-w-[42rem]"
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          use()
        }}
      >
        {proposed.map((field) => (
          <label
            key={field}
            className="flex cursor-pointer gap-3 rounded-md border border-line px-3.5 py-3 has-checked:border-curtain has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="checkbox"
              className="choice mt-0.5"
              checked={chosen.includes(field)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, field] : chosen.filter((one) => one !== field))
              }
            />
            <span className="min-w-0 flex-1">
              <span className="mb-1 block font-[550] text-sm">
                {formFields[field].label}
                {!isBlank(current[field]) && <span className="font-normal text-ink-soft"> · replaces yours</span>}
              </span>
              <TextDifference before={current[field]} after={proposal[field] ?? ''} isPlain={isBlank(current[field])} />
            </span>
          </label>
        ))}
        <div className="dialog-end flex flex-wrap justify-end gap-2.5 pt-3">
          <Button variant="outline" onClick={onBack}>
            Change the idea
          </Button>
          <Button type="submit" disabled={chosen.length === 0}>
            {chosen.length === 1 ? 'Use this text' : `Use ${chosen.length || 'the chosen'} texts`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
