import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import type { Closable } from '#client/ui/dialogs.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import { Budget } from '#shared/models.ts'
import { SwitchField } from '../../ui/switch-field.tsx'

interface BudgetValues {
  dollars: string
  stops: boolean
}

const BudgetFields = z
  .custom<BudgetValues>()
  .transform(({ dollars, stops }): z.input<typeof Budget> => {
    return { dollars: isBlank(dollars) ? null : Number(dollars.replace(',', '.').replace('$', '')), stops }
  })
  .pipe(Budget)

export function BudgetDialog({ budget, onClose }: Closable & { budget: Budget }) {
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(BudgetFields),
    defaultValues: { dollars: budget.dollars === null ? '' : String(budget.dollars), stops: budget.stops },
  })
  const save = async (body: Budget) => {
    const overview = await call('PUT /api/admin/budget', { body })
    queries.setQueryData(queryOf('GET /api/admin/overview').queryKey, overview)
    queries.setQueryData(queryOf('GET /api/admin/budget').queryKey, overview.costs)
    toast({ title: 'Saved', description: body.dollars === null ? 'There is no budget now.' : undefined })
  }
  return (
    <FormDialog
      title="Monthly budget"
      description="For all models together. From 80 % on, this page, the sidebar of admins and the log of the server warn."
      form={form}
      onSave={save}
      onClose={onClose}
    >
      <InputField
        label="US dollars in a month"
        help="Empty: no budget. A month begins on its first day in UTC."
        form={form}
        name="dollars"
        inputMode="decimal"
        autoComplete="off"
      />
      <SwitchField
        label="Stop at the budget"
        text="Models with a price then write no replies until the next month, and people are told so. Models without a price go on."
        checked={form.watch('stops')}
        onChange={(stops) => form.setValue('stops', stops)}
      />
    </FormDialog>
  )
}
