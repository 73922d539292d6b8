import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { expandMacros } from './expand.ts'
import { macros } from './list.ts'
import { exampleContext as context, MacroBudget, maxMacroSteps } from './macro.ts'

/** Any sequence of UTF-16 code units, lone surrogates and control characters included. */
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))

const expand = (text: string, changes: Partial<typeof context> = {}) =>
  expandMacros(text, { ...context, variables: new Map(context.variables), ...changes })

describe('every macro', () => {
  test.each(macros.map((macro) => [macro.name, macro] as const))('%s expands its example correctly', (_name, macro) => {
    expect(expand(macro.example.text)).toBe(macro.example.output)
    const upperCase = macro.example.text.replaceAll(/\{\{[^:}]+/g, (name) => name.toUpperCase())
    expect(expand(upperCase)).toBe(macro.example.output)
  })

  test('has unique names, and a help text', () => {
    const names = macros.flatMap(({ name, aliases = [] }) => [name.toLowerCase(), ...aliases])
    expect(new Set(names).size).toBe(names.length)
    for (const macro of macros) expect(macro.help).toMatch(/\.$/)
  })
})

describe('syntax', () => {
  test.each([
    ['names in any case, with white space around', '{{CHAR}} {{ User }} <user> <Char> <bOt>', 'Ilse Sam Sam Ilse Ilse'],
    [
      'unknown macros stay, and known ones inside them are expanded',
      '{{mood}} {{set:{{char}}}}',
      '{{mood}} {{set:Ilse}}',
    ],
    ['known macros with an unexpected body stay', '{{char:x}} {{user::y}}', '{{char:x}} {{user::y}}'],
    [
      'macros without a required body stay',
      '{{random}} {{pick}} {{reverse}} {{roll}}',
      '{{random}} {{pick}} {{reverse}} {{roll}}',
    ],
    ['an unclosed macro is text', 'a {{char and {{user}} then {{', 'a {{char and Sam then {{'],
    ['closing braces alone are text', 'a }} b } {{char}}}', 'a }} b } Ilse}'],
    ['an extra brace is text', '{{{char}}} {{{{user}}}}', '{Ilse} {{Sam}}'],
    ['macros inside macros', '{{reverse:{{user}}}} {{random:{{char}}}}', 'maS Ilse'],
    ['notes over several lines', 'a{{// one\ntwo {{char}} }}b', 'ab'],
    ['a space before the body', '{{roll 6}} {{random a,b}} {{char x}}', '4 b {{char x}}'],
    ['whole texts with macros', '{{persona}} {{DESCRIPTION}}', 'Sam is a sailor. Ilse keeps a lighthouse.'],
    ['other names', '{{charJailbreak}} {{setglobalvar::a::b}}{{getglobalvar::a}}', 'Keep it short. b'],
    ['variables without a value', '{{getvar::none}}|{{incvar::none}}|{{getvar}}', '|1|{{getvar}}'],
    ['words are added to a text', '{{setvar::a::tea}}{{addvar::a:: and rum}}{{getvar::a}}', 'teaand rum'],
    ['line ends are trimmed', '\n{{trim}}\r\na\n\n{{trim}}b\n', 'ab\n'],
    ['both separators', '{{random:a,b}} {{random::a::b}} {{reverse::ab}}', 'b b ba'],
    ['with double colons a comma is part of an option', '{{random::a,b::c,d}}', 'c,d'],
    ['escaped commas', '{{random:a\\,b}}', 'a,b'],
    ['options are trimmed and can be empty', '{{random:a, b ,}}|{{random:}}', 'b|'],
    ['other tags are text', '<b>bold</b> <start> < user>', '<b>bold</b> <start> < user>'],
    ['dice', '{{roll:6}} {{roll:d6}} {{roll: 3d6 }} {{roll:1d4-1}}', '4 4 12 2'],
    [
      'invalid dice stay',
      '{{roll:0}} {{roll:d0}} {{roll:x}} {{roll:99999999}} {{roll:101d2}}',
      '{{roll:0}} {{roll:d0}} {{roll:x}} {{roll:99999999}} {{roll:101d2}}',
    ],
    ['a hundred dice', '{{roll:100d2}}', '200'],
    ['the original is expanded once', '{{original}}|{{original}}', 'Stay in character.|'],
  ])('%s', (_what, text, expected) => {
    expect(expand(text)).toBe(expected)
  })

  test('values are not expanded again, and a comma in a value does not separate', () => {
    expect(expand('{{user}}', { user: '{{char}}' })).toBe('{{char}}')
    expect(expand('{{random:{{user}}}}', { user: 'Sam, Esq.' })).toBe('Sam, Esq.')
  })

  test('macros without a value stay', () => {
    const { char, user, random, seed } = context
    const text = '{{original}} {{scenario}} {{time}} {{getvar::gold}}'
    expect(expandMacros(text, { char, user, random, seed })).toBe(text)
  })

  test('a text is not in itself, and what was said is no macro', () => {
    const texts = { scenario: '{{char}}: {{scenario}}', lastMessage: '{{user}}' }
    expect(expand('{{scenario}} {{lastMessage}}', { texts })).toBe('Ilse: {{scenario}} {{user}}')
  })

  test('the time is that of the given zone', () => {
    expect(expand('{{isodate}} {{isotime}}', { timeZone: 'Pacific/Auckland' })).toBe('2026-11-26 22:05')
  })
})

describe('randomness', () => {
  test('random uses the given numbers', () => {
    const numbers = [0, 0.34, 0.99]
    expect(expand('{{random:a,b,c}}{{random:a,b,c}}{{random:a,b,c}}', { random: () => numbers.shift() ?? 0 })).toBe(
      'abc',
    )
  })

  test('pick depends on the seed and on its place, not on the random numbers', () => {
    const text = '{{pick:a,b,c,d}}{{pick:a,b,c,d}}'
    const bySeed = Array.from({ length: 40 }, (_, seed) => expand(text, { seed: String(seed), random: Math.random }))
    expect(bySeed).toEqual(Array.from({ length: 40 }, (_, seed) => expand(text, { seed: String(seed) })))
    expect(new Set(bySeed).size).toBeGreaterThan(10)
    expect(bySeed.some((two) => two[0] !== two[1])).toBe(true)
  })

  test('a roll is within the range of its dice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (dice, sides, random) => {
          const total = Number(expand(`{{roll:${dice}d${sides}}}`, { random: () => random }))
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
  test('expansion never throws and is deterministic', () => {
    fc.assert(
      fc.property(fc.oneof(messy, anyText), (text) => {
        expect(expand(text)).toBe(expand(text))
      }),
    )
  })

  test('text without macros or tags is unchanged', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => !text.includes('{{') && !text.includes('<')),
        (text) => {
          expect(expand(text)).toBe(text)
        },
      ),
    )
  })

  test('the text around a macro does not change its value', () => {
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
  ])('300,000 characters of %j end within the time-out', (unit) => {
    const text = unit.repeat(Math.ceil(300_000 / unit.length))
    expand(text)
  })

  test.each(['{{a', '{{reverse:', '{{random:b,'])('30,000 nested %j end within the time-out', (unit) => {
    const text = `${unit.repeat(30_000)}${'}}'.repeat(30_000)}`
    expect(expand(text).length).toBeGreaterThan(0)
  })
})

describe('the budget', () => {
  /** Expands a text and counts what the macros did: calls, characters of their bodies, and random numbers. */
  function countSteps(text: string): { steps: number; output: string } {
    let steps = 0
    const spies = macros.map((macro) => {
      const expandMacro = macro.expand.bind(macro)
      return vi.spyOn(macro, 'expand').mockImplementation((call) => {
        steps += 1 + (call.body?.length ?? 0)
        return expandMacro(call)
      })
    })
    const random = () => {
      steps += 1
      return 0.5
    }
    const output = expand(text, { random, char: 'C'.repeat(100), user: 'U'.repeat(50), original: 'O'.repeat(8000) })
    for (const spy of spies) spy.mockRestore()
    return { steps, output }
  }

  const hostile = fc.oneof(
    piece,
    fc.constantFrom(
      '{{roll:100d9}}',
      '{{roll:999d9}}',
      '<bot>',
      '{{char}}',
      '{{reverse:<bot>',
      '{{pick:',
      '{{random:,',
      '{{original}}',
    ),
    fc.constantFrom('}}'.repeat(8), '{{reverse:'.repeat(8), '<bot>'.repeat(50)),
  )

  test('bounds the work and the output of every template of 20 kB', () => {
    fc.assert(
      fc.property(fc.array(hostile, { minLength: 1, maxLength: 12 }), (units) => {
        const unit = units.join('')
        const text = unit.repeat(Math.ceil(20_000 / unit.length)).slice(0, 20_000)
        const { steps, output } = countSteps(text)
        expect(steps).toBeLessThanOrEqual(maxMacroSteps)
        expect(output.length).toBeLessThanOrEqual(text.length + maxMacroSteps)
      }),
      { numRuns: 200, examples: [[['{{roll:999d9}}']], [['{{roll:100d9}}']], [['<bot>']]] },
    )
  })

  test('leaves the macros that exceed it as written', () => {
    const budget = new MacroBudget()
    const rolls = '{{roll:100d1}}'.repeat(2_000)
    const expanded = expand(rolls, { budget })
    expect(expanded).toMatch(/^(100)+(\{\{roll:100d1\}\})+$/)
    expect(expand(rolls, { budget })).toBe(rolls)
    expect(expand(rolls)).toBe(expanded)
  })

  test('suffices for a card of 50,000 characters with a macro in every line', () => {
    const line = '{{char}}: "You are late, {{user}}," said the keeper of the light.{{// a note}}\n'
    const text = line.repeat(50_000 / line.length)
    expect(expand(text)).not.toContain('{{')
  })
})

test('150,000 macros inside one that is not closed are expanded', () => {
  expect(expand(`{{${'<bot>'.repeat(150_000)}`).startsWith('{{Ilse')).toBe(true)
})
