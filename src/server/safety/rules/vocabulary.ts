import { LRUCache } from 'lru-cache'

/** Symbols and digits, and the letters that each stands for. */
const lookAlikes = new Map(
  '0o 1il 3e 4a 5s 7t 8b 9g @a $s !i |il €e'.split(' ').map(([sign, ...letters]) => [sign, letters.join('')]),
)
/** A letter that is repeated at least this often may stand for one or two: `naaaked`. */
const enoughRepeats = 3
/** The shortest words that are read with any letter doubled. */
const longWord = 4
/** Ordinary words that would be a word of the rules without a doubled letter. */
const ordinary = new Set(
  'annal barre bellow caress choose hooping hopped hopping latter looses losses mamma rapped rapper rappers ratted ratting riffle scarred scarry shoot shoots starring steep steeps stoop tinny wading bleed meeter booth verry'.split(
    ' ',
  ),
)
/** The one number below 100,000 that would be, by itself, a word for a minor. */
const ordinaryNumber = '1011'
const everyDoubled = /^(?:(.)\1)+$/
/** In letters. */
export const longestRuleWord = 24

/** What a text can be read as. */
export interface Reading {
  /** The words that it can be, and the stems with which it can begin. */
  words: readonly string[]
  /** The words that it may be the beginning of, or roughly so. */
  longer: readonly string[]
  /** Whether a longer text can be another word. */
  canGrow: boolean
}

/** All words of phrases, and the beginnings of words (stems), which end with `*`. */
export class Vocabulary {
  readonly #words = new Set<string>()
  readonly #stems: string[] = []
  /** Words by every beginning of their skeletons. */
  readonly #begun = new Map<string, string[]>()
  readonly #known = new LRUCache({ max: 20_000, memoMethod: (text: string) => this.#look(text) })

  add(word: string): void {
    if (this.#words.has(word)) return
    this.#words.add(word)
    if (word.endsWith('*')) this.#stems.push(word)
    const [skeleton = ''] = skeletonsOf(word.replace('*', ''))
    for (let length = 1; length <= skeleton.length; length += 1) {
      const beginning = skeleton.slice(0, length)
      const words = this.#begun.get(beginning) ?? []
      words.push(word)
      this.#begun.set(beginning, words)
    }
    // Clearing takes long, even when nothing is known.
    if (this.#known.size > 0) this.#known.clear()
  }

  /** Whether a text is a word or a stem as it is written. */
  has(text: string): boolean {
    return this.#words.has(text) || this.#words.has(`${text}*`)
  }

  read(text: string): Reading {
    return this.#known.memo(text)
  }

  #look(text: string): Reading {
    const skeletons = skeletonsOf(text)
    const begun = skeletons.flatMap((skeleton) => this.#begun.get(skeleton) ?? [])
    const words = [...new Set([...begun, ...this.#stems])].filter((word) => canRead(text, word))
    const longer = [...begun, ...words]
    // More repetitions of one letter change nothing.
    const isRun = skeletons[0]?.length === 1 && text.length > 2 * enoughRepeats
    return { words, longer, canGrow: longer.length > 0 && !isRun }
  }
}

/** Keys that a text has in common with the words that it can be read as: with one letter for look-alikes, repeated letters once. */
function skeletonsOf(text: string): string[] {
  const letters = /[1|]/.test(text) ? ['i', 'l'] : ['']
  return letters.map((letter) =>
    Array.from(text, (character) => ('1|'.includes(character) ? letter : (lookAlikes.get(character) ?? character)))
      .filter((character, index, all) => character !== all[index - 1])
      .join(''),
  )
}

/**
 * Whether a text can be read as a word or begin with a stem: with look-alikes, with letters that are repeated too often, and
 * with doubled letters in longer words, or in short ones where all are doubled.
 */
function canRead(text: string, word: string): boolean {
  const isLong = word.length >= longWord && !ordinary.has(text)
  return text !== ordinaryNumber && readsAs(text, word, !/\d/.test(text) && (isLong || everyDoubled.test(text)))
}

function readsAs(text: string, word: string, mayDouble: boolean): boolean {
  if (word === '*') return true
  if (word === '') return text === ''
  const letter = word[0] ?? ''
  let run = 1
  while (word[run] === letter) run += 1
  for (let count = 1; standsFor(text[count - 1], letter); count += 1) {
    const isRepeated = count >= enoughRepeats && run < enoughRepeats
    const isEnough = count === run || isRepeated || (mayDouble && count === 2 * run)
    if (isEnough && readsAs(text.slice(count), word.slice(run), mayDouble)) return true
  }
  return false
}

const standsFor = (character: string | undefined, letter: string): boolean =>
  character !== undefined && (character === letter || lookAlikes.get(character)?.includes(letter) === true)
