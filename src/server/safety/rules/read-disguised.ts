import { countSingles } from './count-singles.ts'
import { longestRuleWord, type Vocabulary } from './vocabulary.ts'

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
  // For each place: the best sum up to it, and where its last word begins.
  const best = [{ sum: 0, from: 0, isWord: false }]
  for (let end = 1; end <= run.length; end += 1) {
    let last = { sum: Number.NEGATIVE_INFINITY, from: 0, isWord: false }
    for (let length = Math.min(longestRuleWord, end); length > 0; length -= 1) {
      const sum = (best[end - length]?.sum ?? 0) + length * length
      if (sum > last.sum && vocabulary.has(run.slice(end - length, end)))
        last = { sum, from: end - length, isWord: true }
    }
    const unknown = (best[end - 1]?.sum ?? 0) - unknownLetter
    best.push(unknown > last.sum ? { sum: unknown, from: end - 1, isWord: false } : last)
  }
  const words: string[] = []
  let isOpen = false
  for (let end = run.length; end > 0; ) {
    const { from, isWord } = best[end] as (typeof best)[number]
    const text = run.slice(from, end)
    if (isWord || !isOpen) words.unshift(text)
    else words[0] = text + words[0]
    isOpen = !isWord
    end = from
  }
  return words
}
