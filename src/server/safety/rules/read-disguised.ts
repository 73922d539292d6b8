import { countSingles } from './count-singles.ts'
import type { Vocabulary } from './vocabulary.ts'

/** More single letters in a reading would take long to check. */
const mostSingles = 1_000

/**
 * Other readings of a text whose letters or words are changed throughout: turned letters, fillers between the words, words
 * without spaces. Each is checked like the text itself. Ordinary texts have none.
 */
export function readDisguised(text: string, vocabulary: Vocabulary): string[] {
  const readings: string[] = [text.replaceAll(fillers, ''), separateWords(text, vocabulary)]
  if (turnedLetter.test(text)) {
    const turned = turnBack(text)
    readings.push(turned, [...turned].reverse().join(''))
  }
  return readings.filter((reading) => reading !== text && countSingles(reading) <= mostSingles)
}

const fillers = /(?<!\p{L})(?:u+[hm]+|e+r+m*|h+m+|[ao]+h+)(?!\p{L})[,.…]*\s*/giu

const turnedLetters = 'ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz'
/** The turned letters that are no look-alike of another letter. */
const turnedLetter = /[ɐɔǝɟƃɥᴉʞɹʇʍʎ]/
const uprights = new Map([...turnedLetters].map((letter, index) => [letter, String.fromCharCode(97 + index)]))
uprights.set('ı', 'i').set('ɓ', 'g').set('ן', 'l')

const turnBack = (text: string) => [...text.toLowerCase()].map((letter) => uprights.get(letter) ?? letter).join('')

const joined = /[a-z\d]+(?:['’][a-z\d]+)*/gi
/** In letters, digits and apostrophes. Longer runs are hardly ever one word. */
const longestWord = 20
/** Shorter runs are separated where they consist of at least three words of the rules. */
const fewestWords = 3
const shortest = 12
/** Where other words surround the run, its words have three letters: `therapist`, `nevertheless`. */
const longPart = /^.{3}/
const part = /^(?:..|[ai1-9]$)/

/** Puts spaces between the words of the rules in runs of letters without spaces: `fifteenyearold`. */
function separateWords(text: string, vocabulary: Vocabulary): string {
  const fit = /\s/.test(text.trim()) ? longPart : part
  return text.replaceAll(joined, (run) => {
    if (run.length < shortest) return run
    const parts =
      run
        .toLowerCase()
        .replaceAll(/['’]/g, '')
        .match(/\d+|\D+/g) ?? []
    const words = parts.flatMap((part) => (/\d/.test(part) ? part : wordsOf(part, vocabulary)))
    const isSentence = words.length >= fewestWords && words.every((word) => fit.test(word) && vocabulary.has(word))
    return run.length > longestWord || isSentence ? words.join(' ') : run
  })
}

/** What a letter that belongs to no word of the rules costs. */
const unknownLetter = 4

/**
 * The words of a run of letters: those of the rules whose lengths have the greatest sum of squares (`a sex`, not `as ex`),
 * and what is between them.
 */
function wordsOf(run: string, vocabulary: Vocabulary): string[] {
  // For each place: the best sum up to it, and where the last word begins.
  const sums = new Float64Array(run.length + 1).fill(Number.NEGATIVE_INFINITY)
  const starts = new Int32Array(run.length + 1)
  const isWord = new Uint8Array(run.length + 1)
  sums[0] = 0
  for (let from = 0; from < run.length; from += 1) {
    const add = (length: number, added: number) => {
      const sum = (sums[from] ?? 0) + added
      if (sum <= (sums[from + length] ?? 0)) return
      sums[from + length] = sum
      starts[from + length] = from
      isWord[from + length] = added > 0 ? 1 : 0
    }
    add(1, -unknownLetter)
    for (
      let length = 1;
      vocabulary.hasPrefix(run.slice(from, from + length)) && from + length <= run.length;
      length += 1
    ) {
      if (vocabulary.has(run.slice(from, from + length))) add(length, length * length)
    }
  }
  const words: string[] = []
  let end = run.length
  for (let at = end; at > 0; ) {
    const start = starts[at] ?? 0
    if (isWord[at] === 1) {
      if (at < end) words.push(run.slice(at, end))
      words.push(run.slice(start, at))
      end = start
    }
    at = start
  }
  if (end > 0) words.push(run.slice(0, end))
  return words.reverse()
}
