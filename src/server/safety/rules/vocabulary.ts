import { LRUCache } from 'lru-cache'

/** Symbols and digits, and the letter that each stands for. `1` and `|` can stand for two. */
const signs = new Map('0o 3e 4a 5s 7t 8b 9g @a $s !i €e'.split(' ').map(([sign = '', letter = '']) => [sign, letter]))
/** A letter that is repeated at least this often may stand for one or two: `naaaked`. */
const enoughRepeats = 3
/** The shortest words that are read with any letter doubled. */
const longWord = 4
/** Ordinary words that would be a word of the rules without a doubled letter. */
const ordinary =
  /^(?:annal|barre|bellow|caress|choose|hooping|hopped|hopping|latter|looses|losses|mamma|rapped|rapper|rappers|ratted|ratting|riffle|scarred|scarry|shoot|shoots|starring|steep|steeps|stoop|tinny|wading|bleed|meeter|booth|verry)$/
const everyDoubled = /^(?:(.)\1)+$/
/** In letters. */
export const longestRuleWord = 24

interface Entry {
  word: string
  /** Its letters, each run of equal ones once. */
  key: string
  /** The lengths of the runs. */
  lengths: number[]
}

/** What a text can be read as. */
interface Reading {
  /** The words that it can be, and the stems with which it can begin. */
  words: string[]
  /** The words that it may be the beginning of, or roughly so. */
  longer: string[]
}

/** All words of phrases, and the beginnings of words (stems), which end with `*`. */
export class Vocabulary {
  readonly #words = new Set<string>()
  readonly #stems: Entry[] = []
  /** Words by every beginning of their keys. */
  readonly #begun = new Map<string, Entry[]>()
  readonly #known = new LRUCache({ max: 20_000, memoMethod: (text: string) => this.#look(text) })

  add(word: string): void {
    if (this.#words.has(word)) return
    this.#words.add(word)
    const entry = createEntry(word)
    if (word.endsWith('*')) this.#stems.push(entry)
    for (let length = 1; length <= entry.key.length; length += 1) {
      const beginning = entry.key.slice(0, length)
      const words = this.#begun.get(beginning) ?? []
      words.push(entry)
      this.#begun.set(beginning, words)
    }
    // Clearing takes long, even when nothing is known.
    if (this.#known.size > 0) this.#known.clear()
  }

  /** Whether a text is a word or a stem as it is written. */
  has(text: string): boolean {
    return this.#words.has(text) || this.#words.has(`${text}*`)
  }

  /** Whether words begin with a text, or roughly so. */
  begins(text: string): boolean {
    return this.#begun.has(text)
  }

  read(text: string): Reading {
    return this.#known.memo(text)
  }

  #look(text: string): Reading {
    const reading: Reading = { words: [], longer: [] }
    for (const { key, lengths } of spellingsOf(text).map(createEntry)) {
      // More repetitions of one letter are no word.
      if (key.length === 1 && text.length > 2 * enoughRepeats) continue
      const begun = this.#begun.get(key) ?? []
      const stems = this.#stems.filter((stem) => key.startsWith(stem.key))
      const found = [...begun, ...stems].filter((entry) => isSpelled(text, lengths, entry))
      reading.words.push(...found.map(({ word }) => word))
      reading.longer.push(...[...begun, ...found].map(({ word }) => word))
    }
    return reading
  }
}

/** A text as it is, and with letters for its signs. */
function spellingsOf(text: string): string[] {
  if (/^[a-z]*$/.test(text)) return [text]
  const read = (letter: string) =>
    text.replaceAll(/[^a-z]/g, (sign) => signs.get(sign) ?? ('1|'.includes(sign) ? letter : sign))
  return [...new Set([text, read('i'), read('l')])]
}

function createEntry(word: string): Entry {
  const found = word.match(/([^*])\1*/g) ?? []
  return { word, key: found.map((run) => run[0]).join(''), lengths: found.map(({ length }) => length) }
}

/**
 * Whether runs of letters are a word or begin with a stem: with letters that are repeated too often, and with doubled letters
 * in longer words, or in short ones where all are doubled.
 */
function isSpelled(text: string, lengths: number[], { word, lengths: wanted }: Entry): boolean {
  const isStem = word.endsWith('*')
  if (isStem ? lengths.length < wanted.length : lengths.length !== wanted.length) return false
  const isLong = word.length >= longWord && !ordinary.test(text)
  const mayDouble = !/\d/.test(text) && (isLong || everyDoubled.test(text))
  const mayRepeat = !/\d/.test(word)
  return wanted.every((count, index) => {
    const length = lengths[index] ?? 0
    if (isStem && index === wanted.length - 1) return length >= count
    return length === count || (mayRepeat && length >= enoughRepeats) || (mayDouble && length === 2 * count)
  })
}
