import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from './http.ts'
import { createQueryClient, invalidate, queryOf } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

function mockFetch(status: number, body: unknown) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('the query client', () => {
  it('reads a route with credentials, and again once it is invalidated', async () => {
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

  it('does not retry, and never refetches cached data by itself (spec 7.5)', async () => {
    const failingFetch = mockFetch(500, {})
    const client = createQueryClient()
    await expect(client.fetchQuery(queryOf('GET /api/folders'))).rejects.toThrow('500:')
    expect(failingFetch).toHaveBeenCalledOnce()

    const workingFetch = mockFetch(200, 1)
    await client.fetchQuery(queryOf('GET /api/model'))
    await client.fetchQuery(queryOf('GET /api/model'))
    expect(workingFetch).toHaveBeenCalledOnce()
  })
})
