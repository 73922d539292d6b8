import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { counted } from '#client/lib/format-count.ts'
import { call } from '#client/lib/http.ts'
import type { Closable } from '#client/ui/dialogs.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { SelectField, TextareaField } from '#client/ui/form-field.tsx'
import { moderationLimits, reportCategories, reportCategoryNames, SuspensionRequest } from '#shared/moderation.ts'
import { useChangeUser } from './api.ts'

const lengths = [1, 3, 7, 30, 90, 365]

export function SuspendDialog({ user: { id, name }, onClose }: Closable & { user: { id: string; name: string } }) {
  const { mutateAsync: change } = useChangeUser()
  const form = useForm({
    resolver: zodResolver(SuspensionRequest),
    defaultValues: { category: 'other', days: 7, reason: '', notes: '' },
  })
  const days = form.watch('days')
  const label = `Suspend for ${counted(days, 'day')}`
  return (
    <FormDialog
      title={`Suspend ${name}?`}
      description="At once. The owner reads the reason, and can appeal. Somebody else decides the appeal."
      form={form}
      label={label}
      busyLabel={label}
      variant="danger"
      onSave={(body) =>
        change({
          send: () => call('POST /api/admin/users/:id/suspension', { params: { id }, body }),
          done: `${name} is suspended.`,
        })
      }
      onClose={onClose}
    >
      <SelectField
        label="Rule"
        help="The owner is shown this."
        form={form}
        name="category"
        options={reportCategoryNames.map((name) => [name, reportCategories[name].label])}
      />
      <SelectField
        label="For"
        form={form}
        name="days"
        rules={{ valueAsNumber: true }}
        options={lengths.map((length) => [length, counted(length, 'day')])}
      />
      <TextareaField
        label={`What ${name} reads`}
        aside="optional"
        form={form}
        name="reason"
        rows={3}
        dir="auto"
        maxLength={moderationLimits.note}
      />
      <TextareaField
        label="Note"
        aside="optional"
        help="For moderators only."
        form={form}
        name="notes"
        rows={3}
        maxLength={moderationLimits.note}
      />
    </FormDialog>
  )
}
