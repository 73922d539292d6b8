import { focusManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { HttpError } from './http.ts'
import { createQueryClient, invalidate, queryOf } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

function mockFetch(status: number, body: unknown) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

it('reads a route with credentials, and again once it is invalidated (spec 7.3)', async () => {
  const fetched = mockFetch(200, [{ id: 'a' }])
  const client = createQueryClient()
  const query = queryOf('GET /api/characters/public', { query: { limit: 6 } })
  expect(await client.fetchQuery(query)).toEqual([{ id: 'a' }])
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/characters/public?limit=6')
  expect(fetched.mock.calls[0]?.[1].credentials).toBe('include')
  await invalidate(client, 'GET /api/characters')
  expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(false)
  await invalidate(client, 'GET /api/characters/public')
  expect(client.getQueryState(query.queryKey)?.isInvalidated).toBe(true)
})

it('throws on a 401 and reports the end of the session (spec 7.4)', async () => {
  mockFetch(401, { error: 'Please log in to continue.' })
  const onSessionEnded = vi.fn()
  const query = createQueryClient(onSessionEnded).fetchQuery(queryOf('GET /api/characters'))
  await expect(query).rejects.toBeInstanceOf(HttpError)
  expect(onSessionEnded).toHaveBeenCalledOnce()
})

it.each(['deletion_scheduled', 'account_suspended'])('reports the end of the session after %s', async (code) => {
  mockFetch(403, { error: 'No.', code })
  const onSessionEnded = vi.fn()
  const query = createQueryClient(onSessionEnded).fetchQuery(queryOf('GET /api/characters'))
  await expect(query).rejects.toBeInstanceOf(HttpError)
  expect(onSessionEnded).toHaveBeenCalledOnce()
})

it('does not retry (spec 7.5)', async () => {
  const fetched = mockFetch(500, {})
  await expect(createQueryClient().fetchQuery(queryOf('GET /api/folders'))).rejects.toThrow('500:')
  expect(fetched).toHaveBeenCalledOnce()
})

it.each([
  ['when the window gets the focus (spec 7.6)', () => focusManager.setFocused(true)],
  ['after hours (spec 7.7)', () => vi.advanceTimersByTime(36_000_000)],
])('does not read again what it has read, %s', async (_, happen) => {
  vi.useFakeTimers()
  const fetched = mockFetch(200, 1)
  const client = createQueryClient()
  client.mount()
  focusManager.setFocused(false)
  const show = () => new QueryObserver(client, queryOf('GET /api/model')).subscribe(() => {})
  const hide = show()
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  happen()
  hide()
  show()()
  expect(fetched).toHaveBeenCalledOnce()
  client.unmount()
  vi.useRealTimers()
})
