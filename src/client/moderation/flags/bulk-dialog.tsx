import { counted } from '#client/lib/format-count.ts'
import { call } from '#client/lib/http.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { NoteField } from '#client/ui/note-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toast } from '#client/ui/toast-store.ts'
import { BulkActionRequest, describeAction, type Flag, flagLimits } from '#shared/flags.ts'
import { flagCategories } from '#shared/moderation.ts'
import { refetchFlags } from './flag-api.ts'
import { describeBulk } from './flag-labels.ts'

const BulkFields = BulkActionRequest.pick({ notes: true, reason: true })

interface BulkDialogProps {
  flags: readonly Flag[]
  action: 'approve' | 'dismiss'
  onDone: () => void
}

const verbs = { approve: ['Approve', 'Approving…'], dismiss: ['Dismiss', 'Dismissing…'] } as const

export function BulkDialog({ flags, action, onDone }: BulkDialogProps) {
  const form = useSchemaForm(BulkFields, { notes: '', reason: '' })
  const decided = flags.slice(0, flagLimits.bulk)
  const ids = decided.map(({ id }) => id)
  const [first] = decided
  const [verb, busy] = verbs[action]
  const title = `${verb} ${counted(ids.length, 'flag')}`
  const effect =
    action === 'approve' && first
      ? `${ids.length === 1 ? 'The flag is right' : 'Each of them is right'}: ${flagCategories[first.category].label}. ${describeAction('approve', first)}`
      : 'Closes each of them: nothing was wrong. Characters that were held back are in the gallery again.'
  const decide = async (fields: { notes: string; reason: string }) => {
    try {
      const { flags: changed, skipped } = await call('POST /api/admin/flags/bulk', { body: { ids, action, ...fields } })
      toast({ title: 'Action completed', description: describeBulk(action, changed.length, skipped.length) })
      onDone()
    } finally {
      void refetchFlags()
    }
  }
  return (
    <FormDialog
      title={title}
      description={`${effect} Every flag gets its own entry in the audit log, with this note.`}
      form={form}
      hasCancel={false}
      label={title}
      busyLabel={busy}
      failure="Failed to process flag action"
      onSave={decide}
    >
      {action === 'approve' && (
        <NoteField {...form.field('reason', 'What the people whom it affects read')} aside="optional" />
      )}
      <NoteField
        {...form.field('notes', action === 'dismiss' ? 'Note for all of them' : 'Note for moderators')}
        aside="optional"
        placeholder={action === 'dismiss' ? 'Duplicates of …' : ''}
      />
    </FormDialog>
  )
}
