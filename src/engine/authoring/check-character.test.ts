import { expect, it } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { checkCharacter } from './check-character.ts'

const check = (changes: Partial<typeof sampleCard>) =>
  checkCharacter({ ...sampleCard, ...changes }).map(({ field, text, fix }) => [field, text, fix?.value])

it.each([
  [
    'a macro that is none',
    { definition: '{{charname}} sees {{moonphase}}.' },
    [
      ['definition', expect.stringContaining('{{charname}}'), '{{char}} sees {{moonphase}}.'],
      ['definition', expect.stringContaining('{{moonphase}}'), '{{charname}} sees .'],
    ],
  ],
  [
    'single braces',
    { greeting: 'Hello, {user}.' },
    [['greeting', expect.stringContaining('{user}'), 'Hello, {{user}}.']],
  ],
  [
    '{{original}} outside of instructions',
    { scenario: '{{original}} At sea.' },
    [['scenario', expect.stringContaining('{{original}}'), ' At sea.']],
  ],
  ['no greeting', { greeting: ' ' }, [['greeting', expect.stringContaining('no greeting'), undefined]]],
  [
    'no greeting but another one',
    { greeting: '', alternateGreetings: ['Hm.'] },
    [['greeting', expect.any(String), 'Hm.']],
  ],
  [
    'lines of the player',
    { greeting: '"Well?"\n{{user}}: Yes.\n"Good."' },
    [['greeting', expect.stringContaining('lines of the player'), '"Well?"\n"Good."']],
  ],
  [
    'acts of the player',
    { greeting: '{{user}} nods.' },
    [['greeting', expect.stringContaining('{{user}} nods'), undefined]],
  ],
  [
    'acts of the player in examples',
    { exampleDialogue: '<START>\n{{user}}: Hi.\n{{char}}: {{user}} smiles.' },
    [['exampleDialogue', expect.stringContaining('{{user}} smiles'), undefined]],
  ],
  [
    'much in each prompt',
    { definition: 'word '.repeat(3_000) },
    [['definition', expect.stringMatching(/^About [23],\d{3} tokens/), undefined]],
  ],
])('finds %s', (_, changes, expected) => {
  expect(check(changes)).toEqual(expected)
})

it('has nothing to say about macros that are known, and the lines of the player in examples', () => {
  const known = '{{random:a,b}} {{roll:d6}} {{// x}} {{Char}} <BOT> {{user}} {{pick::a::b}} {{comment: y}}'
  expect(
    check({
      greeting: known,
      postHistoryInstructions: '{{original}} More.',
      exampleDialogue: '<START>\n{{user}}: Hi.',
    }),
  ).toEqual([])
})
