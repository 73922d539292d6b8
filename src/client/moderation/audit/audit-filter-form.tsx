import { useUser } from '#client/accounts/session.ts'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { Select } from '#client/ui/select.tsx'
import { auditActions, auditTargets, moderationActions } from '#shared/audit.ts'
import { type AuditFilters, auditSearchMax } from './audit-api.ts'
import { auditActionLabels, auditTargetLabels } from './audit-labels.ts'

interface AuditFilterFormProps {
  filters: AuditFilters
  onChange: (filters: AuditFilters) => void
}

export function AuditFilterForm({ filters, onChange }: AuditFilterFormProps) {
  const actions = useUser().accountType === 'admin' ? auditActions : moderationActions
  const set = (change: Partial<AuditFilters>) => onChange({ ...filters, ...change })
  return (
    <div className="@container">
      <SearchInput
        label="Search the audit log"
        placeholder="A name, an id, or a word of an entry"
        maxLength={auditSearchMax}
        value={filters.search}
        onChange={(search) => set({ search })}
      />
      <div className="mt-3 grid grid-cols-2 @2xl:grid-cols-4 gap-3">
        <Field label="Action">
          {(control) => (
            <Select
              {...control}
              value={filters.action}
              onChange={(event) => set({ action: event.target.value as AuditFilters['action'] })}
              options={actions.map((action) => [action, auditActionLabels[action]])}
            >
              <option value="">All actions</option>
            </Select>
          )}
        </Field>
        <Field label="About">
          {(control) => (
            <Select
              {...control}
              value={filters.targetType}
              onChange={(event) => set({ targetType: event.target.value as AuditFilters['targetType'] })}
              options={auditTargets.map((target) => [target, auditTargetLabels[target]])}
            >
              <option value="">Everything</option>
            </Select>
          )}
        </Field>
        <Field label="From">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={filters.from}
              onChange={(event) => set({ from: event.target.value })}
            />
          )}
        </Field>
        <Field label="To">
          {(control) => (
            <Input {...control} type="date" value={filters.to} onChange={(event) => set({ to: event.target.value })} />
          )}
        </Field>
      </div>
    </div>
  )
}
