import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from './http.ts'
import { createQueryClient, pathOfKey } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

function mockFetch(status: number, body: unknown) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('pathOfKey', () => {
  it('joins the segments with slashes', () => {
    expect(pathOfKey(['/api/characters'])).toBe('/api/characters')
    expect(pathOfKey(['/api/admin/flags', 'open'])).toBe('/api/admin/flags/open')
    expect(pathOfKey(['/api/conversations', 'c1', 'replies'])).toBe('/api/conversations/c1/replies')
  })
})

describe('the query client', () => {
  it("fetches the key's path with credentials", async () => {
    const fetched = mockFetch(200, [{ id: 'a' }])
    const data = await createQueryClient().fetchQuery({ queryKey: ['/api/characters', 'public'] })
    expect(data).toEqual([{ id: 'a' }])
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/characters/public')
    expect(fetched.mock.calls[0]?.[1].credentials).toBe('include')
  })

  it('throws on a 401 and reports the end of the session', async () => {
    mockFetch(401, { error: 'Please log in to continue.' })
    const onSessionEnded = vi.fn()
    const query = createQueryClient(onSessionEnded).fetchQuery({ queryKey: ['/api/characters'] })
    await expect(query).rejects.toBeInstanceOf(HttpError)
    expect(onSessionEnded).toHaveBeenCalledOnce()
  })

  it.each(['deletion_scheduled', 'account_suspended'])('reports the end of the session after %s', async (code) => {
    mockFetch(403, { error: 'No.', code })
    const onSessionEnded = vi.fn()
    const query = createQueryClient(onSessionEnded).fetchQuery({ queryKey: ['/api/characters'] })
    await expect(query).rejects.toBeInstanceOf(HttpError)
    expect(onSessionEnded).toHaveBeenCalledOnce()
  })

  it('does not retry, and never refetches cached data by itself', async () => {
    const failingFetch = mockFetch(500, {})
    const client = createQueryClient()
    await expect(client.fetchQuery({ queryKey: ['/api/a'] })).rejects.toThrow('500:')
    expect(failingFetch).toHaveBeenCalledOnce()

    const workingFetch = mockFetch(200, 1)
    await client.fetchQuery({ queryKey: ['/api/b'] })
    await client.fetchQuery({ queryKey: ['/api/b'] })
    expect(workingFetch).toHaveBeenCalledOnce()
  })

  it('neither polls nor refetches on focus', () => {
    const { queries } = createQueryClient().getDefaultOptions()
    expect(queries).toMatchObject({ refetchInterval: false, refetchOnWindowFocus: false, retry: false })
  })
})
