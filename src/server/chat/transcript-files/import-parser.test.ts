import { describe, expect, test } from 'vitest'
import { longestName } from '#engine/json-values.ts'
import { parseImport } from './import-parser.ts'

const limits = {
  messages: 20_000,
  message: 40_000,
  text: 8_000_000,
  participants: 3,
  memory: { summaries: 2, summary: 9, facts: 2, fact: 9, sources: 2 },
}
const long = 'n'.repeat(100_000)

const toChunks = (body: unknown) => [new TextEncoder().encode(JSON.stringify(body))]

function parse(file: object) {
  const text = JSON.stringify({ format: 'troupe-conversation', version: 1, ...file })
  const parsed = parseImport(toChunks({ characterId: 'ada', text }), limits)
  expect(parsed.body).toEqual({ characterId: 'ada', text: '' })
  const [transcript] = parsed.file?.transcripts ?? []
  return { ...parsed, transcript, messages: transcript?.messages ?? [] }
}

const message = (more: object) => ({ parent: null, role: 'user', status: 'complete', content: 'Hm.', ...more })

describe('what crosses threads is bounded', () => {
  test('names, ids and titles', () => {
    const { transcript, messages: read } = parse({
      ...{ title: long, character: long, player: long, leaf: 0 },
      personas: [{ name: 'Sam', description: long }],
      participants: [
        { id: long, name: long },
        { id: '', name: 'Bo' },
      ],
      messages: [message({ name: long, player: long, audience: Array(10_000).fill(1), presentAfter: [0, 1, 0] })],
    })
    const name = long.slice(0, longestName)
    expect(transcript).toMatchObject({
      ...{ title: name, character: name, player: name, createdAt: 0, leaf: 0, excluded: 0 },
      participants: [
        { id: name, name },
        { id: '', name: 'Bo' },
      ],
    })
    expect(read).toEqual([{ ...message({ name, player: name, audience: [1], presentAfter: [0, 1] }), createdAt: 0 }])
  })

  test('a scene of more characters than are allowed, which has the names in its texts instead', () => {
    const names = Array.from({ length: limits.participants + 1 }, (_, index) => `Character ${index}`)
    const messages = names.map((_, speaker) => message({ role: 'character', speaker, audience: [0, 1, 2, 3] }))
    const { transcript, messages: read } = parse({
      leaf: 3,
      participants: names.map((name) => ({ id: '', name })),
      messages,
    })
    expect(transcript?.participants).toBeUndefined()
    expect(read.map(({ content }) => content)).toEqual(names.map((name) => `**${name}:** Hm.`))
    for (const one of read)
      expect([one.speaker, one.audience, one.presentAfter]).toEqual([undefined, undefined, undefined])
  })
})
