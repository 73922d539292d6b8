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

/** The best reading of the beginning of a run, as its last word and what is before. */
interface Split {
  sum: number
  text: string
  isWord: boolean
  before?: Split | undefined
}

/**
 * The words of a run of letters: those of the rules whose lengths have the greatest sum of squares (`a sex`, not `as ex`),
 * and what is between them.
 */
function wordsOf(run: string, vocabulary: Vocabulary): string[] {
  const splits: Split[] = [{ sum: 0, text: '', isWord: true }]
  for (let end = 1; end <= run.length; end += 1) {
    const { sum, text, isWord, before } = splits[end - 1] as Split
    const unknown = isWord
      ? { text: run.slice(end - 1, end), before: splits[end - 1] }
      : { text: text + run[end - 1], before }
    let best: Split = { ...unknown, sum: sum - unknownLetter, isWord: false }
    for (let length = 1; length <= Math.min(longestRuleWord, end); length += 1) {
      const before = splits[end - length] as Split
      const text = run.slice(end - length, end)
      const sum = before.sum + length * length
      if (sum >= best.sum && vocabulary.has(text)) best = { sum, text, isWord: true, before }
    }
    splits.push(best)
  }
  const words: string[] = []
  for (let split = splits.at(-1); split?.before; split = split.before) words.push(split.text)
  return words.reverse()
}
