import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flagSources, flagStatuses } from '#shared/flags.ts'
import { flagCategoryNames } from '#shared/moderation.ts'
import { createFlag } from '#tests/support/create-flag.ts'
import { claimOf, isOverdue, listDuplicates, readFlagFilters, writeFlagFilters } from './flag-filters.ts'

const viewer = { id: 'me', now: 5_000 }

describe('the filters in the address', () => {
  it('are open flags by default', () => {
    expect(readFlagFilters(new URLSearchParams())).toEqual({ status: 'open' })
    expect(writeFlagFilters({ status: 'open' }).toString()).toBe('')
  })

  it('ignore values that do not exist', () => {
    const params = new URLSearchParams('status=lost&category=x&severity=9&source=y&claimed=z&overdue=no')
    expect(readFlagFilters(params)).toEqual({ status: 'open' })
  })

  it('are read as they were written', () => {
    const filters = fc.record(
      {
        status: fc.constantFrom(...flagStatuses),
        category: fc.constantFrom(...flagCategoryNames),
        severity: fc.integer({ min: 2, max: 5 }),
        source: fc.constantFrom(...flagSources),
        claimed: fc.constantFrom('me' as const, 'others' as const, 'nobody' as const),
        overdue: fc.constant(true),
        targetId: fc.string({ minLength: 1 }),
        subjectId: fc.string({ minLength: 1 }),
      },
      { requiredKeys: ['status'] },
    )
    fc.assert(
      fc.property(filters, (filters) => {
        expect(readFlagFilters(new URLSearchParams(writeFlagFilters(filters).toString()))).toEqual(filters)
      }),
    )
  })
})

it('a decided flag is never overdue', () => {
  expect(isOverdue({ status: 'dismissed', dueAt: 0 }, 1)).toBe(false)
})

it('a claim of another admin is theirs until its end', () => {
  const flag = createFlag({ claim: { id: 'dana', name: 'Dana', until: 6_000 } })
  expect([claimOf(flag, viewer.id, viewer.now), claimOf(flag, 'me', 6_000)]).toEqual(['others', 'nobody'])
})

describe('duplicates', () => {
  const flag = createFlag({ id: 'a', targetType: 'character', category: 'spam' })
  const stolen = createFlag({ id: 'b', targetType: 'character', category: 'stolen' })
  const decided = createFlag({ id: 'c', targetType: 'character', category: 'hate', status: 'resolved' })
  const appeal = createFlag({ id: 'd', targetType: 'character', category: 'appeal' })

  it('are the other undecided reports of the same target', () => {
    expect(listDuplicates(flag, [stolen, decided, appeal])).toEqual([stolen])
  })

  it('are none of a decided flag, of an appeal, and of what an account is flagged for', () => {
    expect(listDuplicates(decided, [flag, stolen])).toEqual([])
    expect(listDuplicates(appeal, [flag, stolen])).toEqual([])
    const [crisis, minors] = (['crisis', 'minors'] as const).map((category) =>
      createFlag({ id: category, targetType: 'user', category }),
    )
    expect(crisis && minors && listDuplicates(crisis, [minors])).toEqual([])
  })
})
