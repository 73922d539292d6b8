import { call } from '#client/lib/http.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { SwitchField } from '#client/ui/switch-field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { Budget } from '#shared/models.ts'
import { numberOrNull } from '../typed-values.ts'

export function BudgetDialog({ budget }: { budget: Budget }) {
  const form = useSchemaForm(Budget, budget)
  const save = async (body: Budget) => {
    const overview = await call('PUT /api/admin/budget', { body })
    queryClient.setQueryData(queryOf('GET /api/admin/overview').queryKey, overview)
    queryClient.setQueryData(queryOf('GET /api/admin/budget').queryKey, overview.costs)
    toast({ title: 'Saved', description: body.dollars === null ? 'There is no budget now.' : undefined })
  }
  return (
    <FormDialog
      title="Monthly budget"
      description="For all models together. From 80 % on, this page, the sidebar of admins and the log of the server warn."
      form={form}
      onSave={save}
    >
      <InputField
        {...form.field('dollars', 'US dollars in a month', 'Empty: no budget. A month begins on its first day in UTC.')}
        rules={numberOrNull}
        inputMode="decimal"
        autoComplete="off"
      />
      <SwitchField
        {...form.toggle(
          'stops',
          'Stop at the budget',
          'Models with a price then write no replies until the next month, and people are told so. Models without a price go on.',
        )}
      />
    </FormDialog>
  )
}
