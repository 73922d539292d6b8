import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { errorText, sendJson } from '#client/lib/http.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { moderationLimits } from '#shared/moderation.ts'
import { ReviewRequest } from '#shared/safety.ts'
import { reviewableRule } from '#shared/safety-terms.ts'

interface ReviewDialogProps {
  /** Why something was held back, as the server explained it. */
  explanation: string
  onClose: () => void
}

const ReviewFields = ReviewRequest.pick({ note: true })

/** Asks moderators to review a rule that held something back. */
export function ReviewDialog({ explanation, onClose }: ReviewDialogProps) {
  const form = useForm({ resolver: zodResolver(ReviewFields), defaultValues: { note: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ note }) => {
    try {
      await sendJson('POST', '/api/safety/reviews', { rule: reviewableRule(explanation), note })
      toast({ title: 'Review requested', description: 'A moderator will look at it. You can go on meanwhile.' })
      onClose()
    } catch (error) {
      form.setError('root', { message: errorText(error, 'The request could not be sent. Please try again.') })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ask for a review"
      description={`${explanation.replace(/ If this is a mistake.*$/s, '')} A moderator will read what was held back and what you write here.`}
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Why is it a mistake?" aside="optional" error={errors.note?.message}>
          {(control) => (
            <Textarea {...control} {...form.register('note')} dir="auto" maxLength={moderationLimits.note} />
          )}
        </Field>
        <FormEnd
          problem={errors.root?.message}
          isSubmitting={isSubmitting}
          label="Send request"
          submittingLabel="Sending…"
        />
      </form>
    </Dialog>
  )
}
