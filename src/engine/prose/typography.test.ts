import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closingMarks, readProse } from './typography.ts'

/** Any sequence of UTF-16 code units, lone surrogates and control characters included. */
const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))

/** One letter for each character: `s`peech, `a`ction or `p`lain; upper case for emphasis; a dot for a mark. */
function kinds(text: string): string {
  return readProse(text)
    .map((run) => {
      const letter = run.mark ? '.' : (run.kind[0] ?? '')
      return (run.emphasis === 'none' ? letter : letter.toUpperCase()).repeat(run.text.length)
    })
    .join('')
}

test.each([
  ['speech and action', '"Hi." *nods* ok', 'sssssp.aaaa.ppp'],
  ['underscores for actions', '_nods_ a', '.aaaa.pp'],
  ['speech in an action', '*says "hi" and*', '.aaaaassssaaaa.'],
  ['emphasis in speech', '"a *b* c" d', 'sss.S.ssspp'],
  ['emphasis in an action', '*a *b* c*', '.aa.A.aa.'],
  ['strong text', 'a **b** c', 'pp..P..pp'],
  ['strong text in an action', '*a **b** c*', '.aa..A..aa.'],
  ['curly quotes', '“a” b', 'ssspp'],
  ['German, French, reversed, Swedish', '„a“ «b» »c« ”d”', 'sssps' + 'sspssspsss'],
  ['Japanese, inside a sentence', '彼は「はい」と『え』', 'ppsssspsss'],
  ['straight quotes after a character without spaces', '他说"好"吧', 'ppsssp'],
  ['inches, products and snake_case are text', `5'10" 2*3*4 a_b_c`, 'p'.repeat(17)],
  ['an asterisk between spaces is text', 'a * b', 'ppppp'],
  ['list items are text', '* a\n* b', 'ppppppp'],
  ['a rule is text', '***\na', 'ppppp'],
  ['four asterisks are text', '****a', 'ppppp'],
  ['a closing asterisk after a space', '*waves * b', '.aaaaaa.pp'],
  ['open emphasis ends with its speech', '"*a" b', 's.SSpp'],
  ['apostrophes are letters', "it's 'fine'", 'p'.repeat(11)],
])('closed marks %s', (_what, text, expected) => {
  expect(kinds(text)).toBe(expected)
})

test.each([
  ['speech', '"Come i', 'sssssss'],
  ['action', '*She wal', '.aaaaaaa'],
  ['speech, across a line break, to the blank line', '"a\nb\n\nc', 'sssss' + 'pp'],
  ['an action, to a line of spaces', '*a\n \nb', '.aaapp'],
])('open marks %s continues to the end of its paragraph', (_what, text, expected) => {
  expect(kinds(text)).toBe(expected)
})

const piece = fc.constantFrom(
  '*',
  '**',
  '_',
  '"',
  '“',
  '”',
  '„',
  '«',
  '»',
  '「',
  '」',
  ' ',
  '\n',
  '\n\n',
  'a',
  'word',
  '7',
  '😀',
  '\ud83d',
)
const messy = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
  anyText,
)

describe('for any text', () => {
  test('the runs are the whole text, none is empty, and neighbours differ', () => {
    fc.assert(
      fc.property(messy, (text) => {
        const runs = readProse(text)
        expect(runs.map((run) => run.text).join('')).toBe(text)
        for (const [at, run] of runs.entries()) {
          expect(run.text).not.toBe('')
          const { text: _text, ...look } = run
          const { text: _next, ...nextLook } = runs[at + 1] ?? { text: '' }
          expect(look).not.toEqual(nextLook)
        }
      }),
      { numRuns: 250 },
    )
  })

  test('more text does not change the runs of the text before it', () => {
    fc.assert(
      fc.property(messy, fc.nat(), (text, cut) => {
        const beginning = text.slice(0, cut % (text.length + 1))
        const settledLength = beginning.replace(/[*_"“”„«»「」『』]+$/, '').length
        expect(kinds(text).slice(0, settledLength)).toBe(kinds(beginning).slice(0, settledLength))
      }),
      { numRuns: 500 },
    )
  })

  test.each(['*a ', '"', '*"_', '*', 'a\n', '「', '**a _b "c '])(
    '300,000 characters of %j end within the time-out',
    (unit) => {
      readProse(unit.repeat(Math.ceil(300_000 / unit.length)))
    },
  )
})

test.each([
  ['*She says "a *b', '*"*'],
  ['**a', '**'],
  ['"a\n\nb', ''],
  ['「a『b', '」'],
  ['*a* "b"', ''],
  ['*a\n*b', '*'],
])('the marks that close %j', (text, expected) => {
  expect(closingMarks(text)).toBe(expected)
})
