import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/http.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { AppealRequest, moderationLimits, type OwnDecision } from '#shared/moderation.ts'
import { useAppeal } from './account-moderation-api.ts'
import { decisionTitle } from './outcome-labels.ts'

interface AppealDialogProps {
  decision: OwnDecision
  onClose: () => void
}

const AppealFields = AppealRequest.pick({ text: true })

/** Asks for another review of a decision. */
export function AppealDialog({ decision, onClose }: AppealDialogProps) {
  const form = useForm({ resolver: zodResolver(AppealFields), defaultValues: { text: '' } })
  const { errors, isSubmitting } = form.formState
  const { mutateAsync: appeal } = useAppeal()
  const submit = form.handleSubmit(async ({ text }) => {
    try {
      await appeal({ flagId: decision.id, text })
      toast({ title: 'Appeal sent', description: 'Another moderator will review the decision.' })
      onClose()
    } catch (error) {
      form.setError('root', { message: errorText(error, 'The appeal could not be sent. Please try again.') })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Appeal this decision"
      description={`${decisionTitle(decision)} You can appeal once. A moderator will read what you write here.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Why should it be reviewed?" error={errors.text?.message}>
          {(control) => (
            <Textarea {...control} {...form.register('text')} dir="auto" maxLength={moderationLimits.note} />
          )}
        </Field>
        <FormEnd
          problem={errors.root?.message}
          isSubmitting={isSubmitting}
          label="Send appeal"
          submittingLabel="Sending…"
        />
      </form>
    </Dialog>
  )
}
