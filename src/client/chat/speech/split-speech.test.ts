import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainText } from '#engine/prose/plain-text.ts'
import { hasQuotedSpeech, splitSpeech } from './split-speech.ts'

const two = { speech: 'ada', narration: 'ben' }
const one = { speech: 'ada', narration: 'ada' }
const read = (text: string, options: Parameters<typeof splitSpeech<string>>[1] = { voices: two }) =>
  splitSpeech(text, options).sentences.map((sentence) => [sentence.voice, sentence.text])

it('gives speech and actions their voices', () => {
  expect(read('*She waits.* "Come in."')).toEqual([
    ['ben', 'She waits.'],
    ['ada', '"Come in."'],
  ])
  expect(read('“Come in,” she says. “It is late.”')).toEqual([
    ['ada', '“Come in,”'],
    ['ben', 'she says.'],
    ['ada', '“It is late.”'],
  ])
})

it('takes text without marks for speech where nothing is in quotation marks', () => {
  expect(read('*She waits.* Come in.')).toEqual([
    ['ben', 'She waits.'],
    ['ada', 'Come in.'],
  ])
  expect(read('She waits.', { voices: two, hasQuotes: true })).toEqual([['ben', 'She waits.']])
})

it('reads roles with one voice together', () => {
  expect(read('"Come in," she says.', { voices: one })).toEqual([['ada', '"Come in," she says.']])
})

it('leaves a role without a voice out', () => {
  const text = '*She waits.* "Come in." *The door closes.*'
  expect(read(text, { voices: { ...two, narration: null } })).toEqual([['ada', '"Come in."']])
  expect(read(text, { voices: { ...two, speech: null } })).toEqual([
    ['ben', 'She waits.'],
    ['ben', 'The door closes.'],
  ])
})

it('says where each sentence is in the message', () => {
  const text = '*She waits.*\n\n"Come in." She **smiles**.'
  const places = splitSpeech(text, { voices: two }).sentences.map(({ from, to }) => text.slice(from, to))
  expect(places.map(plainText)).toEqual(read(text).map(([, spoken]) => spoken))
})

it('says nothing of a text without words', () => {
  expect(read('***')).toEqual([])
})

it('splits sentences so that each is short enough for every voice, and loses no word', () => {
  const long = `He counts the boats, ${'one after the other, '.repeat(40)}and begins again.`
  const parts = read(`${long} ${'x'.repeat(500)}`).map(([, text]) => text ?? '')
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(200)
  expect(parts.join('').replaceAll(' ', '')).toBe(`${long}${'x'.repeat(500)}`.replaceAll(' ', ''))
})

it('returns every sentence of a reply that arrives exactly once, as soon as it is complete', () => {
  let from = 0
  const arrive = (text: string, isWhole = false) => {
    const { sentences, end } = splitSpeech(text, { voices: two, from, isWhole })
    from = end
    return sentences.map((sentence) => sentence.text)
  }
  expect(arrive('*She looks')).toEqual([])
  expect(arrive('*She looks up, slowly.* "We cl')).toEqual(['She looks up, slowly.'])
  expect(arrive('*She looks up, slowly.* "We close at dawn." And')).toEqual(['"We close at dawn."'])
  expect(arrive('*She looks up, slowly.* "We close at dawn." And so', true)).toEqual(['And so'])
})

it('returns every word exactly once, however the text arrives', () => {
  const piece = fc.oneof(
    fc.lorem({ mode: 'sentences', maxCount: 2 }),
    fc.lorem({ maxCount: 4 }).map((text) => `"${text}."`),
    fc.lorem({ maxCount: 4 }).map((text) => `*${text}.*`),
  )
  const whole = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(' '))
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')
  fc.assert(
    fc.property(whole, fc.array(fc.nat({ max: 400 })), (text, lengths) => {
      let from = 0
      let heard = ''
      for (const length of [...lengths.sort((a, b) => a - b), text.length]) {
        const isWhole = length >= text.length
        const { sentences, end } = splitSpeech(text.slice(0, length), { voices: two, from, isWhole })
        from = end
        heard += sentences.map((sentence) => sentence.text).join('')
      }
      expect(letters(heard)).toBe(letters(text))
    }),
  )
})

it('knows whether speech is in quotation marks', () => {
  expect(hasQuotedSpeech('She says: "Come in."')).toBe(true)
  expect(hasQuotedSpeech("*She waits.* It's late.")).toBe(false)
})
