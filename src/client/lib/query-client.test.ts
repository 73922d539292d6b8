import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { invalidate, queryClient, queryOf } from './query-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

function mockFetch(status: number, body: unknown) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

it('reads a route with credentials, and again once it is invalidated (spec 7.3)', async () => {
  const fetched = mockFetch(200, [{ id: 'a' }])
  const query = queryOf('GET /api/characters/public', { query: { limit: 6 } })
  expect(await queryClient.fetchQuery(query)).toEqual([{ id: 'a' }])
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/characters/public?limit=6')
  expect(fetched.mock.calls[0]?.[1].credentials).toBe('include')
  await invalidate('GET /api/characters')
  expect(queryClient.getQueryState(query.queryKey)?.isInvalidated).toBe(false)
  await invalidate('GET /api/characters/public')
  expect(queryClient.getQueryState(query.queryKey)?.isInvalidated).toBe(true)
})

it('does not retry (spec 7.5)', async () => {
  const fetched = mockFetch(500, {})
  await expect(queryClient.fetchQuery(queryOf('GET /api/folders'))).rejects.toThrow('500:')
  expect(fetched).toHaveBeenCalledOnce()
})

it.each([
  ['when the window gets the focus (spec 7.6)', () => focusManager.setFocused(true)],
  ['after hours (spec 7.7)', () => vi.advanceTimersByTime(36_000_000)],
])('does not read again what it has read, %s', async (_, happen) => {
  vi.useFakeTimers()
  const fetched = mockFetch(200, 1)
  queryClient.mount()
  focusManager.setFocused(false)
  const show = () => new QueryObserver(queryClient, queryOf('GET /api/model')).subscribe(() => {})
  const hide = show()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  happen()
  hide()
  show()()
  expect(fetched).toHaveBeenCalledOnce()
  queryClient.unmount()
  vi.useRealTimers()
})
