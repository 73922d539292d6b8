import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flagSources, flagStatuses } from '#shared/flags.ts'
import { flagCategoryNames } from '#shared/moderation.ts'
import { createFlag } from '#tests/support/create-flag.ts'
import {
  claimOf,
  compareFlags,
  type FlagFilters,
  isOverdue,
  listDuplicates,
  matchesFilters,
  readFlagFilters,
  writeFlagFilters,
} from './flag-filters.ts'

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

describe('a flag matches', () => {
  const claim = { id: 'me', name: 'Dana', until: 6_000 }
  it.each<[string, Parameters<typeof createFlag>[0], Partial<FlagFilters>, boolean]>([
    ['its status', {}, {}, true],
    ['no other status', { status: 'resolved' }, {}, false],
    ['its category', {}, { category: 'spam' }, true],
    ['no other category', {}, { category: 'hate' }, false],
    ['a lower severity', { severity: 4 }, { severity: 3 }, true],
    ['no higher severity', { severity: 4 }, { severity: 5 }, false],
    ['no other source', {}, { source: 'policy' }, false],
    ['its target', {}, { targetId: 'character' }, true],
    ['no other account', {}, { subjectId: 'other' }, false],
    ['no account if it is about none', { subject: null }, { subjectId: 'author' }, false],
    ['overdue after its deadline', { dueAt: 4_999 }, { overdue: true }, true],
    ['not overdue before', { dueAt: 5_001 }, { overdue: true }, false],
    ['claimed by me', { claim }, { claimed: 'me' }, true],
    ['not claimed by others', { claim }, { claimed: 'others' }, false],
    ['claimed by nobody once the claim is over', { claim: { ...claim, until: 5_000 } }, { claimed: 'nobody' }, true],
  ])('%s', (_, flag, filters, expected) => {
    expect(matchesFilters(createFlag(flag), { status: 'open', ...filters }, viewer)).toBe(expected)
  })
})

it('a decided flag is never overdue', () => {
  expect(isOverdue({ status: 'dismissed', dueAt: 0 }, 1)).toBe(false)
})

it('a claim of another admin is theirs until its end', () => {
  const flag = createFlag({ claim: { id: 'dana', name: 'Dana', until: 6_000 } })
  expect([claimOf(flag, viewer), claimOf(flag, { id: 'me', now: 6_000 })]).toEqual(['others', 'nobody'])
})

describe('the order', () => {
  const flags = [
    createFlag({ id: '3', severity: 5 }),
    createFlag({ id: '1', severity: 2 }),
    createFlag({ id: '2', severity: 5 }),
  ]
  it('of undecided flags is by severity, then the oldest first', () => {
    expect(flags.toSorted(compareFlags('open')).map(({ id }) => id)).toEqual(['2', '3', '1'])
  })
  it('of decided flags is the newest first', () => {
    expect(flags.toSorted(compareFlags('resolved')).map(({ id }) => id)).toEqual(['3', '2', '1'])
  })
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
