import { afterEach, describe, expect, it, vi } from 'vitest'
import { addressOf, call, errorText, fetchOk, HttpError, unreachableText, whenSessionEnds } from './http.ts'
import { tabId } from './tab-id.ts'

afterEach(() => vi.unstubAllGlobals())

/** Mocks `fetch` to return the response, and returns the mock. */
function mockFetch(response: Response) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => response)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const errorBody = { error: 'You are not allowed to do this.', code: 'forbidden', requestId: 'r1' }

async function rejectionOf(promise: Promise<unknown>): Promise<HttpError> {
  const reason: unknown = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(reason instanceof HttpError)) throw new Error('Expected an HttpError')
  return reason
}

describe('a response that is not OK', () => {
  it('throws an error with the status and the body text (spec 8.http)', async () => {
    mockFetch(new Response('upstream fell over', { status: 502, statusText: 'Bad Gateway' }))
    expect((await rejectionOf(fetchOk('/api/any'))).message).toBe('502: upstream fell over')
  })

  it('exposes the parsed error body if there is one', async () => {
    mockFetch(Response.json(errorBody, { status: 403 }))
    const error = await rejectionOf(call('GET /api/folders'))
    expect(error).toMatchObject({ status: 403, body: errorBody, message: `403: ${JSON.stringify(errorBody)}` })
    mockFetch(new Response('<html>', { status: 502 }))
    expect((await rejectionOf(call('GET /api/folders'))).body).toBeNull()
  })
})

it.each(['unauthenticated', 'deletion_scheduled', 'account_suspended'])(
  'reports the end of the session after %s (spec 7.4)',
  async (code) => {
    mockFetch(Response.json({ error: 'No.', code }, { status: 403 }))
    const onSessionEnded = vi.fn()
    whenSessionEnds(onSessionEnded)
    await rejectionOf(call('GET /api/characters'))
    expect(onSessionEnded).toHaveBeenCalledOnce()
  },
)

describe('call', () => {
  it('sends credentials and a JSON body (spec 7.1)', async () => {
    const fetched = mockFetch(Response.json({ well: true }))
    expect(await call('POST /api/folders', { body: { name: 'Ines' } })).toEqual({ well: true })
    expect(fetched.mock.calls[0]).toEqual([
      '/api/folders',
      {
        credentials: 'include',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-tab-id': tabId },
        body: '{"name":"Ines"}',
      },
    ])
  })

  it('sends no content type without a body, which is JSON otherwise, and returns undefined for an empty response (spec 7.2)', async () => {
    const fetched = mockFetch(new Response(null, { status: 204 }))
    expect(await call('DELETE /api/folders/:id', { params: { id: 'a' } })).toBeUndefined()
    const headers = { 'x-tab-id': tabId }
    expect(fetched.mock.calls[0]?.[1]).toEqual({ credentials: 'include', method: 'DELETE', headers })
  })
})

it('addressOf has the encoded parameters, and the query without what is not given', () => {
  const request = { params: { id: 'a/b' }, query: { before: undefined, through: 'm&1', limit: 2 } }
  expect(addressOf('GET /api/conversations/:id', request)).toBe('/api/conversations/a%2Fb?through=m%261&limit=2')
  expect(addressOf('GET /api/conversations', { query: {} })).toBe('/api/conversations')
})

describe('errorText', () => {
  it("returns the server's message if there is one", () => {
    const error = new HttpError(409, '{"error":"Username already taken","code":"username_taken","requestId":"r"}')
    expect(errorText(error, 'Failed')).toBe('Username already taken')
  })

  it('returns the fallback otherwise', () => {
    expect(errorText(new HttpError(502, '<html>'), 'Failed')).toBe('Failed')
    expect(errorText(new SyntaxError('Unexpected end of JSON input'), 'Failed')).toBe('Failed')
  })

  it('says that the server cannot be reached if no response came', () => {
    expect(errorText(new TypeError('Failed to fetch'), 'Invalid username or password')).toBe(unreachableText)
  })
})
