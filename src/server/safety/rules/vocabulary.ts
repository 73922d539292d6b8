/** Symbols and digits, and the letters that they stand for. */
const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'il',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'il',
  '€': 'e',
}
/** A letter that is repeated at least this often may stand for one or two: `naaaked`. */
const enoughRepeats = 3
/** In letters: the shortest words that are read with any letter doubled. */
const longWord = 4

/** Keys that a text has in common with the words that it can be read as: with one letter for look-alikes, repeated letters once. */
export function skeletonsOf(text: string): string[] {
  const letters = /[1|]/.test(text) ? [...'il'] : ['']
  return letters.map((letter) => {
    let skeleton = ''
    let last = ''
    for (const character of text) {
      const read = '1|'.includes(character) ? letter : (lookAlikes[character] ?? character)
      if (read !== last) skeleton += read
      last = read
    }
    return skeleton
  })
}

/** What a text can be read as. */
interface Reading {
  /** The words that it can be, and the stems with which it can begin. */
  words: readonly string[]
  /** Whether a longer text can be another word. */
  canGrow: boolean
}

/** Texts whose reading is remembered. */
const mostKnown = 20_000

/** All words of phrases, and the beginnings of words (stems), which end with `*`. */
export class Vocabulary {
  readonly #words = new Set<string>()
  readonly #bySkeleton = new Map<string, string[]>()
  /** The beginnings of words and of their skeletons. */
  readonly #prefixes = new Set<string>()
  readonly #known = new Map<string, Reading>()

  add(word: string): void {
    if (this.#words.has(word)) return
    this.#words.add(word)
    const text = word.replace('*', '')
    const skeletons = skeletonsOf(text)
    for (const skeleton of skeletons) {
      this.#bySkeleton.set(skeleton, [...(this.#bySkeleton.get(skeleton) ?? []), word])
    }
    for (const prefix of [text, ...skeletons].flatMap(prefixesOf)) this.#prefixes.add(prefix)
    this.#known.clear()
  }

  /** Whether a text is a word or a stem as it is written. */
  has(text: string): boolean {
    return this.#words.has(text) || this.#words.has(`${text}*`)
  }

  /** Whether a word begins with a text as it is written. */
  hasPrefix(text: string): boolean {
    return this.#prefixes.has(text)
  }

  read(text: string): Reading {
    let reading = this.#known.get(text)
    if (!reading) {
      reading = this.#look(text)
      if (this.#known.size >= mostKnown) this.#known.clear()
      this.#known.set(text, reading)
    }
    return reading
  }

  #look(text: string): Reading {
    const skeletons = skeletonsOf(text)
    const candidates = skeletons.flatMap(prefixesOf).flatMap((prefix) => this.#bySkeleton.get(prefix) ?? [])
    const words = [...new Set(candidates)].filter((word) => canRead(text, word))
    // More repetitions of one letter change nothing.
    const isRun = skeletons[0]?.length === 1 && text.length > 2 * enoughRepeats
    const canGrow = words.length > 0 || skeletons.some((skeleton) => this.#prefixes.has(skeleton))
    return { words, canGrow: canGrow && !isRun }
  }
}

/** The beginnings of a text, itself included. */
export const prefixesOf = (text: string): string[] => Array.from(text, (_, index) => text.slice(0, index + 1))

/** Ordinary words that would be a word of the rules without a doubled letter. */
const ordinary = new Set(
  'annal barre bellow caress choose hooping hopped hopping latter looses losses mamma rapped rapper rappers ratted ratting riffle scarred scarry shoot shoots starring steep steeps stoop tinny wading bleed meeter booth verry'.split(
    ' ',
  ),
)
const everyDoubled = /^(?:(.)\1)+$/

/**
 * Whether a text can be read as a word or begin with a stem: with look-alikes, with letters that are repeated too often, and
 * with doubled letters in longer words, or in short ones where all are doubled.
 */
function canRead(text: string, word: string): boolean {
  const isLong = word.length >= longWord && !ordinary.has(text)
  return readsAs(text, word, !/\d/.test(text) && (isLong || everyDoubled.test(text)))
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
  character !== undefined && (character === letter || lookAlikes[character]?.includes(letter) === true)
