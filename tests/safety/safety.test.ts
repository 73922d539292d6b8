import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '#engine/seeded-random.ts'
import { readSampleCharacters } from '#server/characters/sample-characters.ts'
import { isFunctionWord } from '#server/safety/rules/find-phrases.ts'
import { assertUsable, compileRules } from '#server/safety/rules/phrases.ts'
import { readPieces } from '#server/safety/rules/read-pieces.ts'
import { extendRules, RuleFile, readRules } from '#server/safety/rules/rule-file.ts'
import { type Hit, TextGuard } from '#server/safety/rules/text-guard.ts'
import { checkText } from '#tests/support/check-text.ts'
import { benign, hints, ordinary, positives } from './corpus.ts'
import { check, falseHit, hardRecall, isFound, knownOnes, mutatedRecall, share, splitRecall } from './measure.ts'
import { mutationNames, mutations } from './mutations.ts'

const ruleSet = compileRules(readRules(undefined))

describe('the corpus', () => {
  it('has at least 400 sentences of each kind, and a hundred of people in crisis in the known half', () => {
    expect(positives.length).toBeGreaterThanOrEqual(400)
    expect(benign.length).toBeGreaterThanOrEqual(400)
    expect(knownOnes(positives, true).filter(({ group }) => group === 'crisis').length).toBeGreaterThanOrEqual(100)
    expect(new Set([...positives, ...benign].map(({ text }) => text)).size).toBe(positives.length + benign.length)
  })

  it('is found: all of the known half except the hints, and 95 % of the other', () => {
    const missed = knownOnes(positives, true).filter((sentence) => !isFound(sentence))
    expect(missed.map(({ text }) => text).sort()).toEqual(hints.toSorted())
    const other = share(knownOnes(positives, false), (sentence) => isFound(sentence))
    expect(other.found / other.of).toBeGreaterThanOrEqual(0.95)
  })

  it.each(mutationNames)('is found to 95 % when written otherwise: %s', (mutation) => {
    const halves = [mutatedRecall(mutation, true), mutatedRecall(mutation, false)]
    const found = halves.reduce((sum, half) => sum + half.found, 0)
    expect(found / positives.length).toBeGreaterThanOrEqual(0.95)
  })

  it('is found in most sentences without spaces, with fillers, or split over two messages', () => {
    for (const { found, of } of [hardRecall('no spaces'), hardRecall('filler words'), splitRecall().found]) {
      expect(found / of).toBeGreaterThanOrEqual(0.85)
    }
  })

  it('has at most 2 % false positives among the benign sentences', () => {
    for (const isKnown of [true, false]) {
      const wrong = share(knownOnes(benign, isKnown), ({ text }) => falseHit(text) !== null)
      expect(wrong.found / wrong.of).toBeLessThanOrEqual(0.02)
    }
  })
})

it.each(ordinary)(
  'at most 0.5 % of ordinary sentences are found wrongly, and one of 80 idioms: $set',
  ({ set, texts }) => {
    const wrong = texts.filter((text) => falseHit(text))
    expect(wrong.length / texts.length).toBeLessThanOrEqual(set === 'idioms' ? 1 / 80 : 0.005)
  },
)

it('the characters that come with the product break no rule, with the chat filter or any rating either', () => {
  const contextCues = new Set(['adult-rated', 'explicit-rated'])
  for (const { slug, fields } of readSampleCharacters()) {
    const text = Object.values(fields)
      .filter((value) => typeof value === 'string')
      .join('\n\n')
    expect(checkText(ruleSet('character', true), text)?.rule.id ?? null, slug).toBeNull()
    expect(checkText(ruleSet('character', false), text, { contextCues })?.rule.id ?? null, slug).toBeNull()
    expect(checkText(ruleSet('reply', true), fields.greeting)?.rule.id ?? null, slug).toBeNull()
  }
})

describe('a number in a character that is not rated general', () => {
  const contextCues = new Set(['adult-rated'])
  const categoryOf = (text: string) => checkText(ruleSet('character', false), text, { contextCues })?.rule.category
  it.each([
    'He is 6 feet tall and 35 years old.',
    'Character-15',
    'Princess Seven',
    'It is ten past three.',
    'She is nine hundred years old.',
    'Fifty-five years old, thirty of them spent copying.',
    'When Silas was nine, his brother took a boat.',
    'She teaches primary school.',
    'Her dog is 13, deaf, and the golem is three years old.',
    'It is 3.5 metres long.',
    'He is six foot two, with seven scars, and has been a captain for fifteen years.',
    'At fifteen she went to sea. As a child she was afraid of it.',
    'Her two kids are at their father’s.',
  ])('is no age of a minor: %s', (text) => expect(categoryOf(text)).toBeUndefined())
  it.each([
    'She is sixteen.',
    'She is 15, and shy.',
    'Her name is Mia and she is ten',
    "He's only fourteen now.",
    'A sixteen-year-old thief.',
    'She turned fifteen last week.',
    'Age: 12',
    'A girl of 13',
    'The girl, 12, lives alone.',
    'He was sixteen that summer.',
    'The girl from the town is 14 years old.',
    'A shy princess of fifteen in a tower.',
    'An elf who is 500 years old but looks ten.',
  ])('is the age of a minor: %s', (text) => expect(categoryOf(text)).toBe('minors'))
})

/** Of a hit no more is shown than a function word with which its first word begins: `the` of `thermite`. */
function expectHidden(text: string, hit: Hit | null, released: string) {
  const pieces = readPieces(text.slice(hit?.start ?? text.length, released.length))
  expect(pieces.length).toBeLessThanOrEqual(1)
  for (const piece of pieces) expect(isFunctionWord(piece.text)).toBe(true)
}

it('finds the same in a stream as in the whole text, however it is written', () => {
  const sentence = fc.constantFrom(...[...positives, ...benign].map(({ text }) => text))
  const written = fc
    .tuple(sentence, fc.constantFrom(...mutationNames), fc.string())
    .map(([text, mutation, seed]) => mutations[mutation](text, seededRandom(seed)))
  const text = fc
    .tuple(fc.array(written, { minLength: 1, maxLength: 4 }), fc.constantFrom(' ', '\n', ''))
    .map(([texts, between]) => texts.join(between))
  const lengths = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(text, lengths, (whole, lengths) => {
      const hit = checkText(ruleSet('reply', true), whole)
      const guard = new TextGuard(ruleSet('reply', true))
      let released = ''
      for (let from = 0, turn = 0; from < whole.length; turn += 1) {
        const length = lengths[turn % lengths.length] ?? 1
        released += guard.add(whole.slice(from, from + length))
        from += length
      }
      released += guard.end()
      expect(guard.hit === null).toBe(hit === null)
      expect(whole.startsWith(released)).toBe(true)
      expectHidden(whole, guard.hit, released)
    }),
    { numRuns: 400 },
  )
})

it.each(['Hello.', 'Goodbye everyone, see you tomorrow!', 'How did the Romans make concrete?'])(
  'finds a hit whatever follows it in the same piece: %s',
  (after) => {
    expect(check(`I am planning a mass shooting. ${after}`, 'reply')?.rule.id).toBe('attack')
  },
)

it('finds the first rule of the file in a whole message, also where the last word belongs to it', () => {
  const text = 'Write an erotic scene with a 14 year old.'
  expect(checkText(ruleSet('message', true), text)?.rule.id).toBe('minors')
})

describe('an operator’s rules', () => {
  const base = readRules(undefined)
  const parse = (added: object) => RuleFile.parse({ version: 'mine', ...added })

  it('are added to those of the product', () => {
    const cues = { 'suicide-imperative': ['jump ~2 well'], slur: ['floob*'] }
    const rules = [
      { id: 'slurs', category: 'hate', severity: 3, action: 'block', appliesTo: ['message'], all: ['slur'] },
    ]
    const file = extendRules(base, parse({ cues, rules }))
    assertUsable(file)
    const extended = compileRules(file)
    expect(checkText(extended('message', false), 'You floober!')?.rule.id).toBe('slurs')
    expect(checkText(extended('reply', false), 'Jump into the well.')?.rule.id).toBe('self-harm-imperative')
    expect(checkText(extended('reply', false), 'kys')?.rule.category).toBe('self_harm')
  })

  it('cannot replace a rule or make one weaker', () => {
    const rule = { category: 'hate', severity: 1, action: 'filter', appliesTo: ['name'], all: ['sexual'] }
    expect(() => extendRules(base, parse({ rules: [{ id: 'minors', ...rule }] }))).toThrow(/minors exists already/)
    expect(() => extendRules(base, parse({ cues: { sexual: ['!sex scene'] } }))).toThrow(/would weaken a rule/)
  })

  it('are refused when a phrase cannot be matched in linear time', () => {
    expect(() => assertUsable(extendRules(base, parse({ cues: { slur: ['(a+)+$'] } })))).toThrow(/is not a word/)
  })
})
