import { call } from '#client/lib/http.ts'
import { invalidate } from '#client/lib/query-client.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { NoteField } from '#client/ui/note-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toast } from '#client/ui/toast-store.ts'
import { AppealRequest, type OwnDecision } from '#shared/moderation.ts'
import { decisionTitle } from './outcome-labels.ts'

const AppealFields = AppealRequest.pick({ text: true })

export function AppealDialog({ decision }: { decision: OwnDecision }) {
  const form = useSchemaForm(AppealFields, { text: '' })
  return (
    <FormDialog
      title="Appeal this decision"
      description={`${decisionTitle(decision)} You can appeal once. A moderator will read what you write here.`}
      form={form}
      hasCancel={false}
      label="Send appeal"
      busyLabel="Sending…"
      failure="The appeal could not be sent. Please try again."
      onSave={async ({ text }) => {
        // Loaded again also after errors: the decision may no longer be appealable.
        await call('POST /api/appeals', { body: { flagId: decision.id, text } }).finally(() =>
          invalidate('GET /api/moderation/decisions'),
        )
        toast({ title: 'Appeal sent', description: 'Another moderator will review the decision.' })
      }}
    >
      <NoteField {...form.field('text', 'Why should it be reviewed?')} />
    </FormDialog>
  )
}
