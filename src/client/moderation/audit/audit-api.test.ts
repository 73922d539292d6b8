import fc from 'fast-check'
import { expect, it } from 'vitest'
import { auditActions, auditTargets } from '#shared/audit.ts'
import { noAuditFilters, readAuditFilters, writeAuditFilters } from './audit-api.ts'

it('the filters of the audit log in the address are read as they were written', () => {
  const filters = fc.record({
    search: fc.string({ maxLength: 200 }),
    action: fc.constantFrom('', ...auditActions),
    targetType: fc.constantFrom('', ...auditTargets),
    from: fc.constantFrom('', '2026-11-23'),
    to: fc.constantFrom('', '2026-12-01'),
  })
  fc.assert(
    fc.property(filters, (written) => {
      const params = writeAuditFilters(written)
      expect(params.get('tab')).toBe('audit')
      expect(readAuditFilters(new URLSearchParams(params.toString()))).toEqual(written)
    }),
  )
})

it('values that do not exist are ignored', () => {
  const params = new URLSearchParams('tab=audit&action=burn&targetType=moon&from=yesterday&to=2026-1-1')
  expect(readAuditFilters(params)).toEqual(noAuditFilters)
})
