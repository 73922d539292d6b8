import { describe, expect, it } from 'vitest'
import { stringifyInChunks } from './stringify-in-chunks.ts'

async function* list<T>(...items: T[]) {
  yield* items
}

async function parseChunks(value: unknown): Promise<unknown> {
  let text = ''
  for await (const chunk of stringifyInChunks(value)) text += chunk
  return JSON.parse(text)
}

describe('stringifyInChunks', () => {
  it.each([[null], [0], ['"quoted" \u2028 \ud800'], [[]], [{}], [{ a: 1, b: [{ c: null }], d: 'e' }]])(
    'writes %j as JSON.stringify does',
    async (value) => {
      expect(await parseChunks(value)).toEqual(JSON.parse(JSON.stringify(value)))
    },
  )

  it('writes async iterables as arrays, at any depth', async () => {
    const value = { name: 'Ada', chats: list({ id: 1, texts: list('a', 'b') }, { id: 2, texts: list() }), end: true }
    expect(await parseChunks(value)).toEqual({
      name: 'Ada',
      chats: [
        { id: 1, texts: ['a', 'b'] },
        { id: 2, texts: [] },
      ],
      end: true,
    })
  })

  it('omits undefined properties and writes undefined items as null, as JSON.stringify does', async () => {
    expect(await parseChunks({ gone: undefined, here: list(undefined) })).toEqual({ here: [null] })
  })

  it('takes an item only after the one before was read', async () => {
    let taken = 0
    async function* counted() {
      for (; taken < 1000; ) yield ++taken
    }
    const chunks = stringifyInChunks({ all: counted() })
    for (let read = 0; read < 5; read += 1) await chunks.next()
    expect(taken).toBeLessThan(5)
    await chunks.return(undefined)
  })
})
