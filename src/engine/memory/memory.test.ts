import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractMemory } from './extract-memory.ts'
import { dueShare, planBlock } from './plan-block.ts'
import { readTerms } from './read-terms.ts'
import { indexSample } from './sample-index.ts'
import { splitPassages } from './split-passages.ts'
import { readSummary, writeSummaryRequest } from './summary-request.ts'

const messages = (...contents: string[]) => contents.map((content, at) => ({ id: `m${at}`, content }))
const filler = Array.from({ length: 60 }, (_, at) => `The tide of day ${at} comes in over the grey stones again.`)

describe('the search', () => {
  const rank = (texts: string[], ...contents: string[]) =>
    indexSample(messages(...contents))(texts, 3).map(({ messageId }) => messageId)

  test('finds the message that shares rare words', () => {
    expect(rank(['Where did I hide the brass key?'], ...filler, 'The brass key hangs behind the stove.')[0]).toBe('m60')
  })
  test('finds other forms of a word, and words with or without accents', () => {
    expect(rank(['What are you allergic to?'], ...filler, 'My only allergy: walnuts.')).toEqual(['m60'])
    expect(rank(['Where is Zoe?'], ...filler, 'Zoë went north.')).toEqual(['m60'])
  })
  test('finds nothing for a message of common words, or without any', () => {
    expect(rank(['The tide comes in.'], ...filler)).toEqual([])
    expect(rank(['…'], ...filler)).toEqual([])
    expect(rank(['A brass key']) /* of no messages */).toEqual([])
  })
  test('searches scripts without spaces', () => {
    const chinese = Array.from({ length: 40 }, (_, at) => `潮水第${at}天又来了。`)
    expect(rank(['钥匙在哪里？'], ...chinese, '铜钥匙挂在炉子后面。')[0]).toBe('m40')
  })
  test('never throws, and terms have no more than six letters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 8 }),
        fc.string(),
        (texts, query) => {
          expect(indexSample(messages(...texts))([query], 3).length).toBeLessThanOrEqual(3)
          expect(texts.flatMap(readTerms).filter((term) => [...term].length > 6)).toEqual([])
        },
      ),
      { numRuns: 40 },
    )
  })
})

test('passages are the whole text, end at sentences, and cut no character', () => {
  const text = `${'The lamp turns, and nobody comes. '.repeat(60)}`
  expect(splitPassages(text).every(({ start }) => text.slice(start).startsWith('The lamp'))).toBe(true)
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', ' ', '. ', '😀', '\n', 'word'), { maxLength: 900 }), (parts) => {
      const content = parts.join('')
      const cut = splitPassages(content).map(({ start, end }) => content.slice(start, end))
      expect(cut.join('')).toBe(content)
      expect(cut.every((part) => part.isWellFormed())).toBe(true)
    }),
  )
})

test('a block leaves about what the prompt keeps when its anchor moves, and begins the rest with the user', () => {
  const sizes = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 })), { maxLength: 80 })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 100, max: 1_500 }), (chat, budget) => {
      const planned = chat.map(([isUser, tokens]) => ({
        role: isUser ? ('user' as const) : ('character' as const),
        tokens,
      }))
      const sum = (part: typeof planned) => part.reduce((total, { tokens }) => total + tokens, 0)
      const count = planBlock(planned, budget)
      if (sum(planned) < budget * dueShare) {
        expect(count).toBe(0)
        return
      }
      expect(count).toBeLessThan(Math.max(planned.length, 1))
      if (planned.length > 1) expect(count).toBeGreaterThan(0)
      if (count > 1) expect(sum(planned.slice(0, count))).toBeLessThanOrEqual(budget * 0.6)
    }),
  )
})

describe('what a model answers', () => {
  const ids = ['m1', 'm2', 'm3', 'm4']
  test.each([
    ['SUMMARY:\nThey met.\n\nFACTS:\n- Sam has a dog. [2]', 'They met.', [['Sam has a dog.', 'm2']]],
    [
      '**SUMMARY:** They met.\n**FACTS:**\n* A dog [1, 3].\n1. A cat (2)',
      'They met.',
      [
        ['A dog', 'm1', 'm3'],
        ['A cat', 'm2'],
      ],
    ],
    ['## Summary: They met.\n## Facts:\n- Three of them. [2-4]', 'They met.', [['Three of them.', 'm2', 'm3', 'm4']]],
    ['They only talked.', 'They only talked.', []],
    ['SUMMARY: x\nFACTS:\n- No source.\n- Wrong source. [9]\n- none', 'x', []],
    ['SUMMARY: x\nFACTS:\n- Known. [1]\n- A cat. [1]\n- A CAT. [2]', 'x', [['A cat.', 'm1']]],
  ])('is read: %j', (answer, summary, facts) => {
    const read = readSummary(answer, ids, ['known.'])
    expect([read.summary, read.facts.map(({ text, sources }) => [text, ...sources])]).toEqual([summary, facts])
  })
  test('is asked for with numbered messages, the summary so far and what is known', () => {
    const [, request] = writeSummaryRequest({
      names: { user: 'Sam', char: 'Ilse' },
      previous: 'They met.',
      knownFacts: ['Sam has a dog.'],
      messages: [
        { id: 'm1', role: 'user', content: 'He barks.' },
        { id: 'm2', role: 'character', content: 'He does.' },
      ],
    })
    for (const part of ['They met.', '- Sam has a dog.', '[1] Sam: He barks.\n[2] Ilse: He does.']) {
      expect(request?.content).toContain(part)
    }
  })
})

test('without a model, a summary quotes the block and keeps its length, and facts are what was said of oneself', () => {
  const names = { user: 'Sam', char: 'Ilse' }
  const block = [
    { id: 'm1', role: 'user' as const, content: 'Good evening! My brother sails on the Heron. Is the Heron late?' },
    {
      id: 'm2',
      role: 'character' as const,
      content: '*She nods.* "The Heron is late, and I promise to light the lamp."',
    },
  ]
  const written = extractMemory({ names, previous: '', knownFacts: [], messages: block })
  expect(written.summary).toContain('Sam said: “My brother sails on the Heron.”')
  expect(written.facts).toEqual([
    { text: 'Sam said: “My brother sails on the Heron.”', sources: ['m1'] },
    { text: 'Ilse said: “The Heron is late, and I promise to light the lamp.”', sources: ['m2'] },
  ])
  const previous = Array.from({ length: 40 }, (_, at) => `Line ${at}.`).join('\n')
  expect(extractMemory({ names, previous, knownFacts: [], messages: block }).summary.split('\n')).toHaveLength(16)
})
