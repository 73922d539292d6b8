import { expect, test } from 'vitest'
import { ContinuationJoiner, type ContinuationKind } from '#engine/reply/join-continuation.ts'
import { ReplyShaper } from '#engine/reply/reply-shaper.ts'
import { speakerNames } from '#engine/reply/speaker-label.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { readSampleCharacters } from '#server/characters/sample-characters.ts'
import { replies } from './scripted-upstream.ts'

const random = seededRandom('continuation')
const below = (limit: number) => Math.floor(random() * limit)

/** Prose in the voices of 40 characters and in ten languages. */
const texts = [...readSampleCharacters().map(({ fields }) => fields.greeting), ...Object.values(replies)]

/** 200 replies that were cut anywhere after their first words. */
const cutReplies = Array.from({ length: 200 }, (_, index) => {
  const text = texts[index % texts.length] ?? ''
  const cut = 20 + below(text.length - 25)
  return { text, existing: text.slice(0, cut).trimEnd() }
})

const isWord = (char: string) => /[\p{Letter}\p{Number}\p{Mark}'’]/u.test(char)

/** The start of the word in which a text ends; its length if it ends between words. */
function wordStart(text: string, end: number): number {
  let start = end
  if (!isWord(text.charAt(end))) return end
  while (start > 0 && isWord(text.charAt(start - 1))) start -= 1
  return start
}

/** The start of the third word before the end. */
function wordsBefore(text: string, end: number): number {
  return Math.max(0, end - (/(?:\S+\s+){3}\S*$/.exec(text.slice(0, end))?.[0].length ?? end))
}

/** How models go on. Each gets the whole text and where it stands. */
const models: [string, ContinuationKind, (text: string, end: number) => string][] = [
  ['from the last character', 'prefill', (text, end) => text.slice(end)],
  ['with the whole text again, although it has a prefill', 'prefill', (text) => text],
  ['from the beginning of the word', 'directed', (text, end) => text.slice(wordStart(text, end))],
  ['with the last three words again', 'directed', (text, end) => text.slice(wordsBefore(text, end))],
  ['with the whole text again', 'directed', (text) => text],
  ['after a name and a line break', 'directed', (text, end) => `**Ilse:**\n${text.slice(wordsBefore(text, end))}`],
]

/** What is appended when the continuation comes in pieces of up to eight characters. */
function append(existing: string, kind: ContinuationKind, continuation: string): string {
  const shaper = new ReplyShaper(speakerNames({ name: 'Ilse' }, 'Sam'))
  const joiner = new ContinuationJoiner(existing, kind)
  let text = ''
  for (let at = 0; at < continuation.length; ) {
    const size = 1 + below(8)
    text += joiner.add(shaper.add(continuation.slice(at, at + size)))
    at += size
  }
  return text + joiner.add(shaper.end()) + joiner.end()
}

test.each(models)('200 cut replies read as one when the model goes on %s', (_how, kind, goOn) => {
  const broken = cutReplies
    .map(({ text, existing }) => ({
      text,
      existing,
      joined: existing + append(existing, kind, goOn(text, existing.length)),
    }))
    .filter(({ text, joined }) => joined !== text)
    .map(({ text, existing, joined }) => ({
      expected: `${existing.slice(-20)}|${text.slice(existing.length, existing.length + 20)}`,
      joined: `${existing.slice(-20)}|${joined.slice(existing.length, existing.length + 20)}`,
    }))
  expect(broken).toEqual([])
})
