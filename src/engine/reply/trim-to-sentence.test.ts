import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trimToSentence } from './trim-to-sentence.ts'

test.each([
  ['English', 'She nods. She waits. She wa', 'She nods. She waits.'],
  ['a question in speech', '"Who is there?" He lis', '"Who is there?"'],
  ['open speech', '"I know him. I was th', '"I know him."'],
  ['an open action', '*She turns around. Her hand st', '*She turns around.*'],
  ['speech in an action', '*She says "Come in. Mind the', '*She says "Come in."*'],
  ['an action without punctuation', '"Hello." *nods* "Come i', '"Hello." *nods*'],
  ['a line', 'A list of ropes\nA list of sa', 'A list of ropes'],
  ['a whole reply', '"Come in."', '"Come in."'],
  ['a whole reply with an open mark', '*She nods. "Come in.', '*She nods. "Come in."*'],
  ['an ellipsis', 'He waits there… Then he le', 'He waits there…'],
  ['German', '„Guten Tag. Ich bi', '„Guten Tag.“'],
  ['French', '« Bonjour ! » dit-elle. Elle so', '« Bonjour ! » dit-elle.'],
  ['Spanish', '¿Quién es? Dijo q', '¿Quién es?'],
  ['Greek', 'Ποιος είναι εκεί; Άκουσε έναν. Ήχο α', 'Ποιος είναι εκεί; Άκουσε έναν.'],
  ['an aside in Japanese', '((はい。行きましょう。)) 彼女は笑っ', '((はい。行きましょう。))'],
  ['Japanese', '「はい。行きましょう。」彼女は笑っ', '「はい。行きましょう。」'],
  ['Chinese', '她点点头。她说：“进来。小心台', '她点点头。她说：“进来。”'],
  ['Hindi', 'वह हँसी। उसने दरवाज़ा खोला। वह अं', 'वह हँसी। उसने दरवाज़ा खोला।'],
  ['Arabic', 'من هناك؟ فتحت الباب. كان ال', 'من هناك؟ فتحت الباب.'],
  ['Urdu', 'وہ ہنسی۔ اس نے دروازہ کھولا۔ وہ', 'وہ ہنسی۔ اس نے دروازہ کھولا۔'],
  ['Armenian', 'Նա ժպտաց։ Նա բացեց դուռը։ Նա', 'Նա ժպտաց։ Նա բացեց դուռը։'],
  ['Ethiopic', 'እሷ ፈገግ አለች። በሩን ከፈተች። እሷ', 'እሷ ፈገግ አለች። በሩን ከፈተች።'],
  ['Burmese', 'သူမ ပြုံးသည်။ တံခါးဖွင့်သည်။ သူ', 'သူမ ပြုံးသည်။ တံခါးဖွင့်သည်။'],
  ['Korean', '그녀는 웃었다. 문을 열었다. 그', '그녀는 웃었다. 문을 열었다.'],
])('a cut reply ends at its last whole sentence %s', (_what, reply, expected) => {
  expect(trimToSentence(reply)).toEqual({ text: expected, isCut: false })
})

test.each([
  ['after a title', 'She is calm about this. The house of Dr. Am', 'She is calm about this.'],
  ['after an initial', 'He wrote it last. It is by J. Mar', 'He wrote it last.'],
  ['after the number of a list', 'Two rules hold here.\n1. Nev', 'Two rules hold here.'],
  ['in a number', 'It costs a bit more. It is 3.5 shil', 'It costs a bit more.'],
  ['before a lower-case letter', 'He laughs out loud. "Why?" she as', 'He laughs out loud.'],
  ['after an emphasised word', 'She laughs out loud at that. The *Heron* Sails at da', 'She laughs out loud at that.'],
])('no sentence ends %s', (_where, reply, expected) => {
  expect(trimToSentence(`${reply}`).text).toBe(expected)
})

test('a reply of which less than half would remain is left, without white space at its end', () => {
  expect(trimToSentence('Yes. And then she told him everything ')).toEqual({
    text: 'Yes. And then she told him everything',
    isCut: true,
  })
  expect(trimToSentence('').text).toBe('')
})

test('what stood before the model went on is never trimmed, and something is added to it', () => {
  const existing = 'She nods. She waits. And then'
  expect(trimToSentence(`${existing} she`, existing.length)).toEqual({ text: `${existing} she`, isCut: true })
  expect(trimToSentence('She nods. She wa', 'She nods.'.length)).toEqual({ text: 'She nods. She wa', isCut: true })
  expect(trimToSentence('She nods. She waits. He', 'She nods.'.length)).toEqual({
    text: 'She nods. She waits.',
    isCut: false,
  })
})

test('for any text: the result begins the text, and only marks are added to it', () => {
  const piece = fc.constantFrom(
    'She nods',
    '. ',
    '! ',
    '*',
    '"',
    '„',
    '“',
    '\n',
    ' ',
    'Dr. ',
    '。',
    '「',
    '」',
    'a',
    '…',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const reply = pieces.join('')
      const { text, isCut } = trimToSentence(reply)
      if (isCut) expect(text).toBe(reply.trimEnd())
      if (isCut) return
      const added = [...text].findIndex((_, at) => !reply.startsWith(text.slice(0, at + 1)))
      if (added !== -1) expect(text.slice(added)).toMatch(/^[*_"”“」]+$/)
      expect(text.length).toBeGreaterThanOrEqual(reply.trimEnd().length / 2)
    }),
    { numRuns: 1_000 },
  )
})

test.each(['. ', '*a* ', '"', 'Dr. ', '\n', '*', 'a'])('300,000 characters of %j end within the time-out', (unit) => {
  trimToSentence(unit.repeat(Math.ceil(300_000 / unit.length)))
})
