import { longestRuleWord, type Vocabulary } from './vocabulary.ts'

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
  return readings.filter((reading) => reading !== text)
}

const fillers = /(?<!\p{L})(?:u+[hm]+|e+r+m*|h+m+|[ao]+h+)(?!\p{L})[,.…]*\s*/giu

const turnedLetters = 'ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz'
/** The turned letters that are no look-alike of another letter. */
const turnedLetter = /[ɐɔǝɟƃɥᴉʞɹʇʍʎ]/
const uprights = new Map([...turnedLetters].map((letter, index) => [letter, String.fromCharCode(97 + index)]))
uprights.set('ı', 'i').set('ɓ', 'g').set('ן', 'l')

const turnBack = (text: string) => [...text.toLowerCase()].map((letter) => uprights.get(letter) ?? letter).join('')

/** Runs in which the spaces may be missing. */
const joined = /[a-z\d](?:['’]?[a-z\d]){11,}/gi
/** In letters, digits and apostrophes. Longer runs are hardly ever one word. */
const longestWord = 20
/** Shorter runs are separated where they consist of at least three words of the rules. */
const fewestWords = 3
/** Runs with more numbers are codes. */
const mostParts = 40
/** Where other words surround the run, its words have three letters: `therapist`, `nevertheless`. */
const longPart = /^.{3}/
const part = /^(?:..|[ai1-9]$)/

/** Puts spaces between the words of the rules in runs of letters without spaces: `fifteenyearold`. */
function separateWords(text: string, vocabulary: Vocabulary): string {
  const fit = /\s/.test(text.trim()) ? longPart : part
  const isFit = (word: string) => fit.test(word) && vocabulary.has(word)
  return text.replaceAll(joined, (run) => {
    const parts =
      run
        .toLowerCase()
        .replaceAll(/['’]/g, '')
        .match(/\d+|\D+/g) ?? []
    if (parts.length > mostParts) return run
    const words = parts.flatMap((part) => (/\d/.test(part) ? part : wordsOf(part, vocabulary)))
    const isLong = run.length > longestWord || (words.length >= fewestWords && words.every((word) => isFit(word)))
    return isLong && words.some((word) => longPart.test(word) && vocabulary.has(word)) ? words.join(' ') : run
  })
}

/** What a letter that belongs to no word of the rules costs. */
const unknownLetter = 4

/**
 * The words of a run of letters: those of the rules whose lengths have the greatest sum of squares (`a sex`, not `as ex`),
 * and what is between them.
 */
function wordsOf(run: string, vocabulary: Vocabulary): string[] {
  /** For each beginning of the run: its greatest sum, and its words (between spaces) and letters. */
  const best = [{ sum: 0, text: '' }]
  const offer = (end: number, sum: number, text: string) => {
    if (sum > (best[end]?.sum ?? Number.NEGATIVE_INFINITY)) best[end] = { sum, text }
  }
  for (let start = 0; start < run.length; start += 1) {
    const { sum, text } = best[start] ?? { sum: 0, text: '' }
    offer(start + 1, sum - unknownLetter, text + run.charAt(start))
    let key = ''
    for (let end = start + 1; end <= Math.min(run.length, start + longestRuleWord); end += 1) {
      if (!key.endsWith(run.charAt(end - 1))) key += run.charAt(end - 1)
      const word = run.slice(start, end)
      if (word.length > 2 * key.length || !vocabulary.begins(key)) break
      if (vocabulary.has(word)) offer(end, sum + word.length ** 2, `${text} ${word} `)
    }
  }
  return (best.at(-1)?.text ?? '').trim().split(/ +/)
}
