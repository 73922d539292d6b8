import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typesetQuotes } from './quotes.ts'
import { readProse } from './typography.ts'

test.each([
  [`"Come in," she said.`, '“Come in,” she said.'],
  [`*She turns.* "It's late." "Is it?"`, '*She turns.* “It’s late.” “Is it?”'],
  [`*"Now,"* he says, *"or never."*`, '*“Now,”* he says, *“or never.”*'],
  [`"He said 'no' twice."`, '“He said ‘no’ twice.”'],
  [`"'Tis the players' hour, rock 'n' roll in the '90s."`, '“’Tis the players’ hour, rock ’n’ roll in the ’90s.”'],
  [`He is 5'10" tall, and she 6' at least.`, `He is 5'10" tall, and she 6' at least.`],
  [`("Quiet!")—"No."`, '(“Quiet!”)—“No.”'],
  [`"I said *now*"`, '“I said *now*”'],
  [`"One paragraph.\n\n"Another one."`, '“One paragraph.\n\n“Another one.”'],
  [`“Curly” already, and „anders“`, '“Curly” already, and „anders“'],
])('%s', (text, expected) => {
  expect(typesetQuotes(text)).toBe(expected)
})

test('a text keeps its length and everything but its straight quotation marks', () => {
  const text = fc.string({ unit: fc.constantFrom('"', "'", '*', ' ', 'a', '5', '.', '\n', '“') })
  fc.assert(
    fc.property(text, (before) => {
      const after = typesetQuotes(before)
      expect(after.length).toBe(before.length)
      for (const [index, letter] of [...before].entries()) {
        if (letter !== '"' && letter !== "'") expect(after[index]).toBe(letter)
      }
      expect(
        readProse(before)
          .map(({ text: part }) => part)
          .join(''),
      ).toBe(before)
    }),
  )
})

test.each(['"', "'", '*"', '_'])('300,000 characters of %j end within the time-out', (unit) => {
  typesetQuotes(unit.repeat(300_000 / unit.length))
})
