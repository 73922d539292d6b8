import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ReplyShaper } from './reply-shaper.ts'
import { speakerNames } from './speaker-label.ts'

const names = speakerNames({ name: 'Captain Ilse Marrow', nickname: 'Ilse' }, 'Sam Carter')

function shape(pieces: readonly string[], speakers = names) {
  const shaper = new ReplyShaper(speakers)
  const passed = [...pieces.map((piece) => shaper.add(piece)), shaper.end()]
  return { text: passed.join(''), passed, hasEnded: shaper.hasEnded }
}

describe("the character's own name", () => {
  test.each([
    ['Ilse: "Ahoy."', '"Ahoy."'],
    ['Captain Ilse Marrow: "Ahoy."', '"Ahoy."'],
    ['MARROW: "Ahoy."', '"Ahoy."'],
    ['**Ilse:** "Ahoy."', '"Ahoy."'],
    ['**Ilse**: "Ahoy."', '"Ahoy."'],
    ['__Captain Ilse__:\n"Ahoy."', '"Ahoy."'],
    ['[Ilse] "Ahoy."', '"Ahoy."'],
    ['[Ilse]: "Ahoy."', '"Ahoy."'],
    ['### Ilse\n\n"Ahoy."', '"Ahoy."'],
    ['**Ilse**\n"Ahoy."', '"Ahoy."'],
    ['{{char}}: "Ahoy."', '"Ahoy."'],
    ['Ilse：「やあ」', '「やあ」'],
    ['\n Ilse : "Ahoy."', '"Ahoy."'],
    ['Ilse: Ilse: "Ahoy."', '"Ahoy."'],
    ['*Ilse: nods.*', '*nods.*'],
  ])('is removed from the beginning of %j', (reply, expected) => {
    expect(shape([reply]).text).toBe(expected)
  })

  test('is removed from each line of a reply that begins with it', () => {
    expect(shape(['Ilse: "Ahoy."\n\nIlse: *She waves.*']).text).toBe('"Ahoy."\n\n*She waves.*')
  })

  test.each([
    'Ilse nods: "Ahoy."',
    'Ilse, yes: that is me.',
    "Ilse's map: gone.",
    '[Ilse looks up] "Ahoy."',
    '*Ilse* nods.',
    '*Ilse*\nnods.',
    'Ilse :)',
    '"Ahoy."\n\nIlse: that is how she signs.',
    'Ilsebill: "Ahoy."',
    '  "Ahoy."\n',
  ])('%j is unchanged', (reply) => {
    expect(shape([reply]).text).toBe(reply)
  })
})

describe('a line of the player', () => {
  test.each([
    '"Ahoy."\n\nSam Carter: "Hello!"\n\nIlse: "Hm."',
    '"Ahoy."\nSam: "Hello!"',
    '"Ahoy."\n**Sam:** Hello',
    '"Ahoy."\n**Sam**: Hello',
    '"Ahoy."\n\n[Sam] Hello',
    '"Ahoy."\n*sam carter: nods*',
    '"Ahoy."\n  {{user}}: Hello',
    '"Ahoy."\n\nSam',
    '"Ahoy."\n\n**Sam Carter',
  ])('ends the reply: %j', (reply) => {
    expect(shape([reply]).text).toBe('"Ahoy."')
  })

  test.each([
    ...[
      'User:',
      'USER:',
      'You:',
      'Player:',
      'Human:',
      '### User:',
      '**User:**',
      '### Instruction:',
      '### Instruction\n',
    ],
    ...['[Player]', '**You**:', '*user:', 'sam_c:', 'Samantha C.:'],
  ])('with the generic label or account name %j ends the reply', (label) => {
    const speakers = speakerNames({ name: 'Ilse' }, 'Rowan', [], ['sam_c', 'Samantha C.'])
    expect(shape([`"Ahoy."\n\n${label} Hello`], speakers)).toMatchObject({ text: '"Ahoy."', hasEnded: true })
  })

  test.each(['Human', 'The Player', 'You'])('is not read in a line of a character named %j', (name) => {
    const label = name.split(' ').at(-1)
    const text = `"Ahoy."\n${label}: "Hello!"`
    expect(shape([text], speakerNames({ name }, 'Sam'))).toMatchObject({ text, hasEnded: false })
  })

  test.each([
    ...['"Ahoy."\nYou are late: again.', '"Ahoy."\nShe saw you: a wanderer.', '"Ahoy."\nUsers: many.'],
    ...['"Ahoy."\nHuman, she thinks: slow.', '"Ahoy."\n- Player: three points', '"Ahoy."\n"You: yes?"'],
  ])('is not read in the prose %j', (text) => {
    expect(shape([text])).toMatchObject({ text, hasEnded: false })
  })

  test('at the beginning is removed', () => {
    expect(shape(['Sam: "Hello!"\nSam: "Hm?"\n\nIlse: "Ahoy."\nSam: "So."'])).toMatchObject({
      text: '"Ahoy."',
      hasEnded: true,
    })
    expect(shape(['Sam: "Hello!"']).text).toBe('')
  })

  test.each([
    '"Ahoy."\nSame: x',
    '"Ahoy."\nSam, come here: now.',
    '"Sam: yes."',
    'So, Sam: come.',
    '"Ahoy."\n"Sam: x"',
  ])('%j has none', (reply) => {
    expect(shape([reply])).toMatchObject({ text: reply, hasEnded: false })
  })

  test("with the character's name is the character's", () => {
    const speakers = speakerNames({ name: 'Sam' }, 'Sam')
    expect(shape(['"Ahoy."\nSam: "Hello!"'], speakers).text).toBe('"Ahoy."\nSam: "Hello!"')
    expect(shape(['Sam: "Hello!"'], speakers).text).toBe('"Hello!"')
  })
})

test('only the beginning of a line is held back, while it may be a name', () => {
  expect(shape(['Il', 'so ', 'is ', 'here.\n', 'Sa', 'd, ', 'Sam', ': no.']).passed).toEqual([
    ...['', 'Ilso ', 'is ', 'here.', '', '\nSad, ', 'Sam', ': no.', ''],
  ])
})

const words = fc.constantFrom(
  ...['Sam', 'Sam Carter', 'Ilse', 'Captain Ilse', 'S', 'Il', ': ', ':', ' :', '**', '*', '[', ']', '\n', '\n\n', ' '],
  ...['"Ahoy."', 'She nods.', '# ', '{{user}}', 'User', 'You', '😀', ' '.repeat(40), '\n'.repeat(70), 'x'],
)
const script = fc.array(words, { maxLength: 30 }).map((pieces) => pieces.join(''))

test('the result does not depend on how the text is split', () => {
  fc.assert(
    fc.property(script, fc.array(fc.nat(), { maxLength: 20 }), (text, cuts) => {
      const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((one, other) => one - other)
      const pieces = [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end))
      const whole = shape([text])
      expect(shape(pieces)).toMatchObject({ text: whole.text, hasEnded: whole.hasEnded })
      expect(shape(text.split('')).text).toBe(whole.text)
    }),
    { numRuns: 1_000 },
  )
})

test.each(['\n', ' ', 'Sam', '\nSam', '*', '\n**Sam', 'Ilse: ', 'word '])(
  '300,000 characters of %j end within the time-out',
  (unit) => {
    shape(unit.repeat(Math.ceil(300_000 / unit.length)).match(/.{1,4}/gs) ?? [])
  },
)
