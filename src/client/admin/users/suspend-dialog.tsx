import { counted } from '#client/lib/format-count.ts'
import { call } from '#client/lib/http.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField } from '#client/ui/form-field.tsx'
import { NoteField } from '#client/ui/note-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { reportCategories, reportCategoryNames, SuspensionRequest } from '#shared/moderation.ts'
import { changeUser } from './api.ts'

const lengths = [1, 3, 7, 30, 90, 365]

export function SuspendDialog({ user: { id, name } }: { user: { id: string; name: string } }) {
  const form = useSchemaForm(SuspensionRequest, { category: 'other', days: 7, reason: '', notes: '' })
  const { field } = form
  const label = `Suspend for ${counted(form.watch('days'), 'day')}`
  return (
    <FormDialog
      title={`Suspend ${name}?`}
      description="At once. The owner reads the reason, and can appeal. Somebody else decides the appeal."
      form={form}
      label={label}
      busyLabel={label}
      variant="danger"
      onSave={(body) =>
        changeUser(
          () => call('POST /api/admin/users/:id/suspension', { params: { id }, body }),
          `${name} is suspended.`,
        )
      }
    >
      <SelectField
        {...field('category', 'Rule', 'The owner is shown this.')}
        options={reportCategoryNames.map((name) => [name, reportCategories[name].label])}
      />
      <SelectField
        {...field('days', 'For')}
        rules={{ valueAsNumber: true }}
        options={lengths.map((length) => [length, counted(length, 'day')])}
      />
      <NoteField {...field('reason', `What ${name} reads`)} aside="optional" />
      <NoteField {...field('notes', 'Note', 'For moderators only.')} aside="optional" />
    </FormDialog>
  )
}
