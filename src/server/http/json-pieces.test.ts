import { describe, expect, it } from 'vitest'
import { jsonPieces } from './json-pieces.ts'

async function* list<T>(...items: T[]) {
  yield* items
}

async function written(value: unknown): Promise<unknown> {
  let text = ''
  for await (const piece of jsonPieces(value)) text += piece
  return JSON.parse(text)
}

describe('JSON in pieces', () => {
  it.each([[null], [0], ['"quoted" \u2028 \ud800'], [[]], [{}], [{ a: 1, b: [{ c: null }], d: 'e' }]])(
    'is %j when nothing in it has to be waited for',
    async (value) => {
      expect(await written(value)).toEqual(JSON.parse(JSON.stringify(value)))
    },
  )

  it('writes lists as they come, however deep', async () => {
    const value = { name: 'Ada', talks: list({ id: 1, lines: list('a', 'b') }, { id: 2, lines: list() }), end: true }
    expect(await written(value)).toEqual({
      name: 'Ada',
      talks: [
        { id: 1, lines: ['a', 'b'] },
        { id: 2, lines: [] },
      ],
      end: true,
    })
  })

  it('leaves out what is undefined, as JSON does', async () => {
    expect(await written({ gone: undefined, here: list(undefined) })).toEqual({ here: [null] })
  })

  it('asks for an item only when the one before was taken', async () => {
    let asked = 0
    async function* counted() {
      for (; asked < 1000; ) yield ++asked
    }
    const pieces = jsonPieces({ all: counted() })
    for (let taken = 0; taken < 5; taken += 1) await pieces.next()
    expect(asked).toBeLessThan(5)
    await pieces.return(undefined)
  })
})
