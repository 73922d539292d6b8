import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorText, fetchOk, getJson, HttpError, hasStatus, sendJson } from './http.ts'

afterEach(() => vi.unstubAllGlobals())

/** The network answers with this, and remembers what it was asked. */
function answerWith(response: Response) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => response)
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const refusal = { error: 'You may not do that.', code: 'forbidden', requestId: 'r1' }

async function faultOf(answer: Promise<unknown>): Promise<HttpError> {
  const fault: unknown = await answer.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(fault instanceof HttpError)) throw new Error('Expected an HttpError')
  return fault
}

describe('an answer that is not OK', () => {
  it('throws the status, a colon and the body text', async () => {
    answerWith(new Response('upstream fell over', { status: 502, statusText: 'Bad Gateway' }))
    expect((await faultOf(fetchOk('/api/any'))).message).toBe('502: upstream fell over')
  })

  it('says the status text when the body is empty', async () => {
    answerWith(new Response(null, { status: 503, statusText: 'Service Unavailable' }))
    expect((await faultOf(fetchOk('/api/any'))).message).toBe('503: Service Unavailable')
  })

  it('carries the parsed error body when there is one', async () => {
    answerWith(Response.json(refusal, { status: 403 }))
    const refused = await faultOf(getJson('/api/any'))
    expect(refused).toMatchObject({ status: 403, body: refusal, message: `403: ${JSON.stringify(refusal)}` })
    answerWith(new Response('<html>', { status: 502 }))
    expect((await faultOf(getJson('/api/any'))).body).toBeNull()
  })
})

describe('sendJson', () => {
  it('sends credentials, and a body as JSON', async () => {
    const fetched = answerWith(Response.json({ well: true }))
    expect(await sendJson('POST', '/api/any', { name: 'Ines' })).toEqual({ well: true })
    expect(fetched.mock.calls[0]).toEqual([
      '/api/any',
      {
        credentials: 'include',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"Ines"}',
      },
    ])
  })

  it('names no content type without a body, and reads an empty answer as undefined', async () => {
    const fetched = answerWith(new Response(null, { status: 204 }))
    expect(await sendJson('DELETE', '/api/any')).toBeUndefined()
    expect(fetched.mock.calls[0]?.[1]).toEqual({ credentials: 'include', method: 'DELETE' })
  })
})

describe('errorText', () => {
  it("prefers the server's words", () => {
    const refused = new HttpError(409, '{"error":"Username already taken","code":"username_taken","requestId":"r"}')
    expect(errorText(refused, 'Failed')).toBe('Username already taken')
  })

  it('falls back on the given words', () => {
    expect(errorText(new HttpError(502, '<html>'), 'Failed')).toBe('Failed')
    expect(errorText(new TypeError('Failed to fetch'), 'Failed')).toBe('Failed')
  })
})

describe('hasStatus', () => {
  it('knows a status from a fault of another kind', () => {
    expect(hasStatus(new HttpError(401, ''), 401)).toBe(true)
    expect(hasStatus(new HttpError(403, ''), 401)).toBe(false)
    expect(hasStatus(new TypeError('401'), 401)).toBe(false)
  })
})
