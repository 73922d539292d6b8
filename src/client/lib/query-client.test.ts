import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from './http.ts'
import { createQueryClient, pathOfKey } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

function answerWith(status: number, body: unknown) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('pathOfKey', () => {
  it('joins the segments with a slash', () => {
    expect(pathOfKey(['/api/characters'])).toBe('/api/characters')
    expect(pathOfKey(['/api/admin/flags', 'open'])).toBe('/api/admin/flags/open')
    expect(pathOfKey(['/api/conversations', 'c1', 'replies'])).toBe('/api/conversations/c1/replies')
  })
})

describe('the query client', () => {
  it("gets a key's path, with credentials", async () => {
    const fetched = answerWith(200, [{ id: 'a' }])
    const data = await createQueryClient().fetchQuery({ queryKey: ['/api/characters', 'public'] })
    expect(data).toEqual([{ id: 'a' }])
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/characters/public')
    expect(fetched.mock.calls[0]?.[1].credentials).toBe('include')
  })

  it('treats a 401 as an error and says that the session is over', async () => {
    answerWith(401, { error: 'Please log in to continue.' })
    const over = vi.fn()
    const asked = createQueryClient(over).fetchQuery({ queryKey: ['/api/characters'] })
    await expect(asked).rejects.toBeInstanceOf(HttpError)
    expect(over).toHaveBeenCalledOnce()
  })

  it('asks once: no retries, and what was fetched never goes stale', async () => {
    const failing = answerWith(500, {})
    const client = createQueryClient()
    await expect(client.fetchQuery({ queryKey: ['/api/a'] })).rejects.toThrow('500:')
    expect(failing).toHaveBeenCalledOnce()

    const answering = answerWith(200, 1)
    await client.fetchQuery({ queryKey: ['/api/b'] })
    await client.fetchQuery({ queryKey: ['/api/b'] })
    expect(answering).toHaveBeenCalledOnce()
  })

  it('neither polls nor refetches on focus', () => {
    const { queries } = createQueryClient().getDefaultOptions()
    expect(queries).toMatchObject({ refetchInterval: false, refetchOnWindowFocus: false, retry: false })
  })
})
