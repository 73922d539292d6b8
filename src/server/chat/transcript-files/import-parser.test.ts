import { describe, expect, test } from 'vitest'
import { longestName } from '#engine/json-values.ts'
import { ImportParser } from './import-parser.ts'

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
  const parser = new ImportParser()
  const text = JSON.stringify({ format: 'troupe-conversation', version: 1, ...file })
  expect(parser.parseBody(toChunks({ characterId: 'ada', text }))).toEqual({
    body: { characterId: 'ada', text: '' },
    length: text.length,
  })
  return { parser, ...parser.parseFile(limits) }
}

const message = (more: object) => ({ parent: null, role: 'user', status: 'complete', content: 'Hm.', ...more })

describe('parseBody', () => {
  test('keeps the text and shortens what else is in the body', () => {
    const { body, length } = new ImportParser().parseBody(toChunks({ characterId: long, text: long, more: long }))
    expect(body).toEqual({ characterId: long.slice(0, longestName), text: '' })
    expect(length).toBe(long.length)
  })

  test.each([
    [{ text: [long] }, []],
    [{ text: { long } }, {}],
    [{ text: 1 }, 1],
    [{}, undefined],
  ])('leaves the type of a text that is none: %j', (body, text) =>
    expect(new ImportParser().parseBody(toChunks(body))).toMatchObject({ body: { text }, length: 0 }),
  )

  test.each([
    ['not JSON', '{'],
    ['too many values', `[${'1,'.repeat(200)}1]`],
  ])('has no body that is %s', (_, json) =>
    expect(new ImportParser().parseBody([new TextEncoder().encode(json)])).toEqual({ length: 0 }),
  )
})

describe('what crosses threads is bounded', () => {
  test('names, ids and titles', () => {
    const { parser, transcripts } = parse({
      ...{ title: long, character: long, player: long, leaf: 0 },
      personas: [{ name: 'Sam', description: long }],
      participants: [
        { id: long, name: long },
        { id: '', name: 'Bo' },
      ],
      messages: [message({ name: long, player: long, audience: Array(10_000).fill(1), presentAfter: [0, 1, 0] })],
    })
    const name = long.slice(0, longestName)
    expect(transcripts).toEqual([
      {
        ...{ title: name, character: name, player: name, createdAt: 0, leaf: 0, count: 1, excluded: 0 },
        participants: [
          { id: name, name },
          { id: '', name: 'Bo' },
        ],
      },
    ])
    expect(parser.listMessages(0, 0, 50)).toEqual([
      { ...message({ name, player: name, audience: [1], presentAfter: [0, 1] }), createdAt: 0 },
    ])
  })

  test('a scene of more characters than are allowed, which has the names in its texts instead', () => {
    const names = Array.from({ length: limits.participants + 1 }, (_, index) => `Character ${index}`)
    const messages = names.map((_, speaker) => message({ role: 'character', speaker, audience: [0, 1, 2, 3] }))
    const { parser, transcripts } = parse({
      leaf: 3,
      participants: names.map((name) => ({ id: '', name })),
      messages,
    })
    expect(transcripts[0]).not.toHaveProperty('participants')
    const read = parser.listMessages(0, 0, 50)
    expect(read.map(({ content }) => content)).toEqual(names.map((name) => `**${name}:** Hm.`))
    for (const one of read)
      expect(Object.keys(one).sort()).toEqual(['content', 'createdAt', 'parent', 'role', 'status'])
  })

  test('lists of messages', () => {
    const { parser } = parse({ leaf: 4, messages: [1, 2, 3, 4, 5].map((n) => message({ content: `${n}` })) })
    const contents = (from: number) => parser.listMessages(0, from, 2).map(({ content }) => content)
    expect([contents(0), contents(2), contents(4), contents(6)]).toEqual([['1', '2'], ['3', '4'], ['5'], []])
  })
})
