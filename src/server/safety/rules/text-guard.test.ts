import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkText } from '#tests/support/check-text.ts'
import { compileRules } from './phrases.ts'
import { type RuleFile, RuleFile as RuleFileSchema, readRules } from './rule-file.ts'
import { TextGuard } from './text-guard.ts'

const file: RuleFile = RuleFileSchema.parse({
  version: '1',
  lists: { colour: ['red', 'blue'] },
  cues: {
    lamp: ['<colour> lamp|lamps', 'lantern*', '!red lamp shade'],
    oil: ['oil', 'oil well', 'pour ~2 oil', '!oil paint'],
    secret: ['swordfish', 'sword x'],
  },
  rules: [
    {
      id: 'both',
      category: 'threats',
      severity: 4,
      action: 'block',
      appliesTo: ['reply'],
      all: ['lamp', 'oil'],
      window: 60,
    },
    { id: 'secret', category: 'threats', severity: 4, action: 'block', appliesTo: ['reply'], all: ['secret'] },
  ],
})
const rules = compileRules(file)('reply', false)
const stream = (guard: TextGuard, pieces: string[]) => pieces.map((piece) => guard.add(piece)).join('') + guard.end()

it.each([
  ['both within the window', 'The red lamp needs oil.', 'both'],
  ['the other way round', 'Oil for the blue lamps.', 'both'],
  ['too far from each other', `The red lamp ${'is on the table and '.repeat(4)}needs oil.`, null],
  ['one of the two', 'The red lamp is lit.', null],
  ['an exception', 'The red lamp shade has oil on it.', null],
  ['an exception that another clause interrupts', 'The red lamp, shade and oil.', 'both'],
  ['an exception of one of two phrases', 'The red lamp shade, a lantern and oil.', 'both'],
  ['one alone', 'The word is s w o r d f i s h.', 'secret'],
])('%s', (_, text, rule) => {
  expect(checkText(rules, text)?.rule.id ?? null).toBe(rule)
})

it('finds hits that begin in the text before, but not hits that end there', () => {
  expect(checkText(rules, 'More oil.', { contextCues: new Set(['lamp']) })?.rule.id).toBe('both')
  expect(checkText(rules, 'More oil.', { before: 'She lights the red lamp.' })?.rule.id).toBe('both')
  expect(checkText(rules, 'Nothing.', { before: 'The red lamp needs oil. Swordfish.' })).toBeNull()
  // At the end of the text before, the phrase is undecided: “red lamp shade” would be an exception.
  expect(checkText(rules, 'Nothing.', { before: 'Oil for the red lamp' })).toBeNull()
})

it('finds `help` only when all cues are in the text itself', () => {
  const [both] = file.rules
  const help = compileRules({ ...file, rules: both ? [{ ...both, action: 'help' }] : [] })('reply', false)
  expect(checkText(help, 'Oil. She lights the red lamp.')?.rule.id).toBe('both')
  expect(checkText(help, 'More oil.', { before: 'She lights the red lamp.' })).toBeNull()
  expect(checkText(help, 'Oil for the red lamp.', { before: 'Another red lamp.' })?.rule.id).toBe('both')
})

it('releases an ordinary text immediately', () => {
  const guard = new TextGuard(rules)
  expect(guard.add('*She nods.* "Come in,')).toBe('*She nods.* "Come in,')
  expect(guard.add(' quick')).toBe(' quick')
  expect(guard.add('ly. A re')).toBe('ly. A ')
  expect(guard.add('st')).toBe('rest')
  expect(guard.add(' is due')).toBe(' is due')
})

it.each(['The', 'I', '*He', '"It', 'She', 'We', 'Rain', 'Outside', '“Rain'])(
  'shows the ordinary first word “%s” before the second arrives',
  (first) => {
    const guard = new TextGuard(compileRules(readRules(undefined))('reply', true))
    expect(guard.add(first)).toBe(first)
    expect(guard.add(' waits')).toBe(' waits')
  },
)

it('holds a phrase back until it is far enough away', () => {
  const guard = new TextGuard(rules)
  expect(guard.add('The red lamp ')).toBe('The ')
  expect(guard.add('stands on the table and burns.')).toBe('')
  expect(guard.add(' Nobody has lit it for years and years.')).toMatch(/^red lamp stands/)
})

const plainWords = 'the red blue lamp lamps shade lantern oil well paint pour some swordfish sword fish x 1 ! o'.split(
  ' ',
)
const word = fc.constantFrom(...plainWords, 'o i l', 'l4ntern', 'la-nterns', '[l](x)amp', 'о\u200bil', 'redd', '𝗈𝗂𝗅')
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', ', ', '-', '\n', '')), { maxLength: 60 })
  .map((parts) => parts.flat().join(''))
const cuts = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 30 })

/** A text in pieces of the given lengths, over and over; a cut may be inside a surrogate pair. */
function cutText(whole: string, lengths: number[]): string[] {
  const pieces: string[] = []
  for (let from = 0, turn = 0; from < whole.length; turn += 1) {
    const length = Math.max(1, lengths[turn % lengths.length] ?? 1)
    pieces.push(whole.slice(from, from + length))
    from += length
  }
  return pieces
}

it('finds the same in a stream as in the whole text, and releases no character of it', () => {
  fc.assert(
    fc.property(text, cuts, (whole, lengths) => {
      const hit = checkText(rules, whole)
      const guard = new TextGuard(rules)
      const released = stream(guard, cutText(whole, lengths))
      expect(guard.hit === null).toBe(hit === null)
      expect(whole.startsWith(released)).toBe(true)
      if (guard.hit) expect(released.length).toBeLessThanOrEqual(guard.hit.start)
      else expect(released).toBe(whole)
    }),
    { numRuns: 1_000 },
  )
})
