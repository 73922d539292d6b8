import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Flag } from '#shared/flags.ts'
import { createFlag } from '#tests/support/create-flag.ts'
import { type FlagPage, flagListKey, flagOf } from './flag-api.ts'
import { applyFlag, mergeFlag } from './flag-cache.ts'
import { compareFlags } from './flag-filters.ts'

const viewer = { id: 'me', now: 5_000 }
const open = { status: 'open' } as const

/** Pages of two flags, as the server would send them. */
function paginate(flags: Flag[], nextCursor: string | null = null): InfiniteData<FlagPage, string | null> {
  const sorted = flags.toSorted(compareFlags('open'))
  const count = Math.max(1, Math.ceil(sorted.length / 2))
  const pages = Array.from({ length: count }, (_, index) => ({
    flags: sorted.slice(index * 2, index * 2 + 2),
    nextCursor: index === count - 1 ? nextCursor : 'more',
  }))
  return { pages, pageParams: pages.map(() => null) }
}

const idsOf = ({ pages }: ReturnType<typeof paginate>) => pages.flatMap(({ flags }) => flags.map(({ id }) => id))

describe('merging a flag into the loaded pages', () => {
  it('keeps the order of the server and lists each flag once', () => {
    const anyFlag = fc.record({ id: fc.nat(30).map(String), severity: fc.integer({ min: 1, max: 5 }) }).map(createFlag)
    const flags = fc.uniqueArray(anyFlag, { selector: ({ id }) => id, maxLength: 12 })
    fc.assert(
      fc.property(flags, anyFlag, (flags, added) => {
        const merged = mergeFlag(paginate(flags), added, open, viewer)
        const expected = [...flags.filter(({ id }) => id !== added.id), added].toSorted(compareFlags('open'))
        expect(idsOf(merged)).toEqual(expected.map(({ id }) => id))
      }),
    )
  })

  it('removes a flag that the filters exclude now', () => {
    const flag = createFlag({ id: '2' })
    const pages = paginate([createFlag(), flag])
    expect(idsOf(mergeFlag(pages, { ...flag, status: 'resolved' }, open, viewer))).toEqual(['1'])
  })

  it('leaves a flag behind the loaded pages to the next page', () => {
    const pages = paginate([createFlag({ id: '1', severity: 5 }), createFlag({ id: '2', severity: 4 })], 'more')
    expect(idsOf(mergeFlag(pages, createFlag({ id: '3', severity: 1 }), open, viewer))).toEqual(['1', '2'])
    expect(idsOf(mergeFlag(pages, createFlag({ id: '0', severity: 4 }), open, viewer))).toEqual(['1', '0', '2'])
  })

  it('adds the first flag to an empty queue', () => {
    expect(idsOf(mergeFlag(paginate([]), createFlag(), open, viewer))).toEqual(['1'])
  })
})

describe('a flag that the server has sent', () => {
  it('moves between the cached lists by its status', () => {
    const queryClient = new QueryClient()
    queryClient.setQueryData([...flagListKey, open], paginate([createFlag()]))
    queryClient.setQueryData([...flagListKey, { status: 'resolved' }], paginate([]))
    applyFlag(queryClient, createFlag({ status: 'resolved' }), viewer)
    const listed = (status: 'open' | 'resolved') => {
      const pages = queryClient.getQueryData<ReturnType<typeof paginate>>([...flagListKey, { status }])
      return pages && idsOf(pages)
    }
    expect([listed('open'), listed('resolved')]).toEqual([[], ['1']])
  })

  it('updates the open flag, and reads its reports and decisions anew, also if it is sent twice', () => {
    const queryClient = new QueryClient()
    const key = flagOf('1').queryKey
    queryClient.setQueryData(key, {
      flag: createFlag(),
      evidence: [],
      reports: [],
      actions: [],
      history: [],
      appealed: null,
      isTargetDeleted: false,
    })
    for (const _ of ['alert', 'response of the action']) {
      applyFlag(queryClient, createFlag({ status: 'resolved' }), viewer)
      expect(queryClient.getQueryData(key)).toMatchObject({ flag: { status: 'resolved' }, evidence: [] })
      expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true)
    }
  })
})
