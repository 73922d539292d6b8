import { call } from '#client/lib/http.ts'
import { ReviewRequest } from '#shared/safety.ts'
import { FormDialog } from './form-dialog.tsx'
import { NoteField } from './note-field.tsx'
import { useSchemaForm } from './schema-form.ts'
import { toast } from './toast-store.ts'

interface ReviewDialogProps {
  /** Why something was held back, as the server explained it. */
  explanation: string
  rule: string
}

const ReviewFields = ReviewRequest.pick({ note: true })

export function ReviewDialog({ explanation, rule }: ReviewDialogProps) {
  const form = useSchemaForm(ReviewFields, { note: '' })
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
    >
      <NoteField {...form.field('note', 'Why is it a mistake?')} aside="optional" />
    </FormDialog>
  )
}
