import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { call } from '#client/lib/http.ts'
import { TextareaField } from '#client/ui/form-field.tsx'
import { moderationLimits } from '#shared/moderation.ts'
import { ReviewRequest } from '#shared/safety.ts'
import type { Closable } from './dialogs.tsx'
import { FormDialog } from './form-dialog.tsx'
import { toast } from './toast-store.ts'

interface ReviewDialogProps extends Closable {
  /** Why something was held back, as the server explained it. */
  explanation: string
  rule: string
}

const ReviewFields = ReviewRequest.pick({ note: true })

export function ReviewDialog({ explanation, rule, onClose }: ReviewDialogProps) {
  const form = useForm({ resolver: zodResolver(ReviewFields), defaultValues: { note: '' } })
  return (
    <FormDialog
      title="Ask for a review"
      description={`${explanation} A moderator will read what was held back and what you write here.`}
      form={form}
      hasCancel={false}
      label="Send request"
      busyLabel="Sending…"
      failure="The request could not be sent. Please try again."
      onSave={async ({ note }) => {
        await call('POST /api/safety/reviews', { body: { rule, note } })
        toast({ title: 'Review requested', description: 'A moderator will look at it. You can go on meanwhile.' })
      }}
      onClose={onClose}
    >
      <TextareaField
        label="Why is it a mistake?"
        aside="optional"
        form={form}
        name="note"
        dir="auto"
        maxLength={moderationLimits.note}
      />
    </FormDialog>
  )
}
