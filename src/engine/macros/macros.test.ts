import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { expandMacros } from './expand.ts'
import { macros } from './list.ts'
import { exampleContext as context } from './macro.ts'

// Many runs of a property take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

/** Any sequence of UTF-16 code units, lone surrogates and control characters included. */
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))

const expand = (text: string, changes: Partial<typeof context> = {}) => expandMacros(text, { ...context, ...changes })

describe('every macro', () => {
  test.each(macros.map((macro) => [macro.name, macro] as const))('%s does what its example says', (_name, macro) => {
    expect(expand(macro.example.text)).toBe(macro.example.output)
    const shouted = macro.example.text.replaceAll(/\{\{[^:}]+/g, (name) => name.toUpperCase())
    expect(expand(shouted)).toBe(macro.example.output)
  })

  test('has a name of its own and says what it is for', () => {
    expect(new Set(macros.map((macro) => macro.name)).size).toBe(macros.length)
    for (const macro of macros) {
      expect(macro.name).toBe(macro.name.toLowerCase())
      expect(macro.help).not.toBe('')
    }
  })
})

describe('what is read', () => {
  test.each([
    ['names in any case, with space around', '{{CHAR}} {{ User }} <user> <Char> <bOt>', 'Ilse Sam Sam Ilse Ilse'],
    [
      'unknown macros stay, and what is known inside them is expanded',
      '{{mood}} {{set:{{char}}}}',
      '{{mood}} {{set:Ilse}}',
    ],
    ['known macros with a body they do not take stay', '{{char:x}} {{user::y}}', '{{char:x}} {{user::y}}'],
    [
      'macros that need a body and have none stay',
      '{{random}} {{pick}} {{reverse}} {{roll}}',
      '{{random}} {{pick}} {{reverse}} {{roll}}',
    ],
    ['what never closes is text', 'a {{char and {{user}} then {{', 'a {{char and Sam then {{'],
    ['closing braces alone are text', 'a }} b } {{char}}}', 'a }} b } Ilse}'],
    ['a brace too many', '{{{char}}} {{{{user}}}}', '{Ilse} {{Sam}}'],
    ['macros inside macros', '{{reverse:{{user}}}} {{random:{{char}}}}', 'maS Ilse'],
    ['notes over several lines', 'a{{// one\ntwo {{char}} }}b', 'ab'],
    ['both separators', '{{random:a,b}} {{random::a::b}} {{reverse::ab}}', 'b b ba'],
    ['with double colons a comma is part of an option', '{{random::a,b::c,d}}', 'c,d'],
    ['escaped commas', '{{random:a\\,b}}', 'a,b'],
    ['options are trimmed, empty ones count', '{{random:a, b ,}}|{{random:}}', 'b|'],
    ['other tags are text', '<b>bold</b> <start> < user>', '<b>bold</b> <start> < user>'],
    ['dice', '{{roll:6}} {{roll:d6}} {{roll: 3d6 }} {{roll:1d4-1}}', '4 4 12 2'],
    [
      'dice that are none stay',
      '{{roll:0}} {{roll:d0}} {{roll:x}} {{roll:99999999}}',
      '{{roll:0}} {{roll:d0}} {{roll:x}} {{roll:99999999}}',
    ],
    ['the original once', '{{original}}|{{original}}', 'Stay in character.|'],
  ])('%s', (_what, text, expected) => {
    expect(expand(text)).toBe(expected)
  })

  test('values are not read again: a player may be called {{char}}, and a comma in a name parts nothing', () => {
    expect(expand('{{user}}', { user: '{{char}}' })).toBe('{{char}}')
    expect(expand('{{random:{{user}}}}', { user: 'Sam, Esq.' })).toBe('Sam, Esq.')
  })

  test('without an original its macro stays', () => {
    const { original: _original, ...without } = context
    expect(expandMacros('{{original}}', without)).toBe('{{original}}')
  })
})

describe('chance', () => {
  test('random follows the numbers it is given', () => {
    const numbers = [0, 0.34, 0.99]
    expect(expand('{{random:a,b,c}}{{random:a,b,c}}{{random:a,b,c}}', { random: () => numbers.shift() ?? 0 })).toBe(
      'abc',
    )
  })

  test('pick keeps to its seed, differs by seed, and two of a kind may differ', () => {
    const text = '{{pick:a,b,c,d}}{{pick:a,b,c,d}}'
    const bySeed = Array.from({ length: 40 }, (_, seed) => expand(text, { seed: String(seed), random: Math.random }))
    expect(bySeed).toEqual(Array.from({ length: 40 }, (_, seed) => expand(text, { seed: String(seed) })))
    expect(new Set(bySeed).size).toBeGreaterThan(10)
    expect(bySeed.some((two) => two[0] !== two[1])).toBe(true)
  })

  test('a roll stays within its dice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (dice, sides, chance) => {
          const total = Number(expand(`{{roll:${dice}d${sides}}}`, { random: () => chance }))
          expect(total).toBeGreaterThanOrEqual(dice)
          expect(total).toBeLessThanOrEqual(dice * sides)
        },
      ),
    )
  })
})

const piece = fc.constantFrom(
  '{',
  '{{',
  '}',
  '}}',
  ':',
  '::',
  ',',
  '\\,',
  '//',
  '<',
  '>',
  '<user>',
  'char',
  'random',
  'pick',
  'roll',
  'reverse',
  'original',
  ' ',
  '\n',
  'a',
  '😀',
  '\ud83d',
)
const messy = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

describe('for any text', () => {
  test('it never throws, and gives the same again', () => {
    fc.assert(
      fc.property(fc.oneof(messy, anyText), (text) => {
        expect(expand(text)).toBe(expand(text))
      }),
    )
  })

  test('text without macros or tags is left alone', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => !text.includes('{{') && !text.includes('<')),
        (text) => {
          expect(expand(text)).toBe(text)
        },
      ),
    )
  })

  test('what stands around a macro does not change it', () => {
    const plain = fc.string().map((text) => text.replaceAll(/[{}<>]/g, ''))
    fc.assert(
      fc.property(plain, plain, (before, after) => {
        expect(expand(`${before}{{char}}${after}`)).toBe(`${before}Ilse${after}`)
      }),
    )
  })

  test.each([
    '{',
    '{{',
    '}}',
    '{{a',
    '{{a:',
    '<',
    '<user',
    '{{random:',
    '{{a}}',
    '{{// ',
    '{{random:,',
    'a}}{{',
    '{{reverse:x}}',
  ])('much of %j takes a moment, not a minute', (unit) => {
    const text = unit.repeat(Math.ceil(300_000 / unit.length))
    const start = performance.now()
    expand(text)
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test.each(['{{a', '{{reverse:', '{{random:b,'])('as many of %j inside each other as fit do as well', (unit) => {
    const text = `${unit.repeat(30_000)}${'}}'.repeat(30_000)}`
    const start = performance.now()
    expect(expand(text).length).toBeGreaterThan(0)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
