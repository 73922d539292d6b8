import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinRequest, listPartNumbers, splitRequest } from './stored-request.ts'

const text = fc.string({ unit: 'grapheme' })
const message = fc.record({
  role: fc.constantFrom('user', 'assistant'),
  content: fc.oneof(text, fc.array(fc.record({ text }))),
})
const body = fc.record(
  {
    model: text,
    system: fc.array(message),
    messages: fc.array(message),
    temperature: fc.double({ noNaN: true, noDefaultInfinity: true }),
    seed: fc.constant(undefined),
    options: fc.dictionary(text, fc.jsonValue()),
  },
  { requiredKeys: ['messages'] },
)

function store(sent: object) {
  const split = splitRequest(sent)
  const parts = [...split.parts].map(([key, text], index) => ({ number: index + 1, key, text }))
  const request = split.store(new Map(parts.map(({ key, number }) => [key, number])))
  return { parts, stored: JSON.parse(JSON.stringify(request)) as typeof request }
}

test('a request is stored without the text of its messages, and joined as it was sent', () => {
  fc.assert(
    fc.property(body, (sent) => {
      const { stored, parts } = store(sent)
      expect(joinRequest(stored, parts)).toBe(JSON.stringify(sent))
      expect(new Set(listPartNumbers(stored))).toEqual(new Set(parts.map(({ number }) => number)))
    }),
  )
})

test('a request of which a message is gone is not joined', () => {
  const { stored, parts } = store({ messages: [{ role: 'user', content: 'Hello' }, { role: 'user' }] })
  expect(joinRequest(stored, parts.slice(1))).toBeNull()
})
