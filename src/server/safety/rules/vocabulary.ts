import { lookAlikes } from './read-pieces.ts'

/** A node of the trie of all words. */
interface Letter {
  id: number
  code: number
  /** How many equal letters end with it. */
  run: number
  next: Letter[]
  /** The numbers of the word and of the stem that end with it. */
  word: number | null
  stem: number | null
}

/** A letter that a text has reached, and how often the text has repeated it. */
interface Reached {
  letter: Letter
  run: number
}

/** A letter that is repeated at least this often may stand for one or two: `naaaked`. */
const enoughRepeats = 3
/** Further repetitions of a letter are not counted. */
const mostRepeats = 6

/**
 * All words and beginnings of words (stems) of phrases, each with a number. A text is looked up letter by letter, in all its
 * readings at once: look-alikes as letters, and letters that are repeated too often.
 */
export class Vocabulary {
  readonly #root: Letter = createLetter(0, 0, 0)
  readonly #numbers = new Map<string, number>()
  readonly #words: { text: string; isStem: boolean }[] = []
  readonly #states = new Map<string, WordState>()
  #letters = 0
  #start: WordState | null = null

  /** The number of a word, or of a stem: of all words that begin so. */
  add(text: string, isStem: boolean): number {
    const key = isStem ? `${text}*` : text
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.#words.push({ text, isStem }) - 1
    this.#numbers.set(key, number)
    let letter = this.#root
    for (let index = 0; index < text.length; index += 1) letter = this.#followOrAdd(letter, text.charCodeAt(index))
    if (isStem) letter.stem = number
    else letter.word = number
    // States from earlier lookups lack the new word.
    this.#states.clear()
    this.#start = null
    return number
  }

  textOf(number: number): string {
    return this.#words[number]?.text ?? ''
  }

  isStem(number: number): boolean {
    return this.#words[number]?.isStem === true
  }

  /** Whether it is a word, or a stem itself. */
  has(text: string): boolean {
    return this.lengthsAt(text, 0).includes(text.length)
  }

  /** The lengths of the words and stems that a text has from an offset on. */
  lengthsAt(text: string, from: number): number[] {
    const lengths: number[] = []
    let letter: Letter | undefined = this.#root
    for (let index = from; index < text.length; index += 1) {
      letter = findNext(letter, text.charCodeAt(index))
      if (!letter) break
      if (letter.word !== null || letter.stem !== null) lengths.push(index + 1 - from)
    }
    return lengths
  }

  /** The state before the first letter. */
  get start(): WordState {
    this.#start ??= new WordState([{ letter: this.#root, run: 0 }], [], this.#states)
    return this.#start
  }

  #followOrAdd(letter: Letter, code: number): Letter {
    const known = findNext(letter, code)
    if (known) return known
    this.#letters += 1
    const added = createLetter(this.#letters, code, code === letter.code ? letter.run + 1 : 1)
    letter.next = letter.next.concat(added)
    return added
  }
}

const createLetter = (id: number, code: number, run: number): Letter => ({
  id,
  code,
  run,
  next: [],
  word: null,
  stem: null,
})

const findNext = (letter: Letter, code: number) => letter.next.find((next) => next.code === code)

/** The letters of the vocabulary that a text has reached, in all its readings. Created when a text first reaches them. */
export class WordState {
  /** The numbers of the words that equal the text, and of the stems that it begins with. */
  readonly numbers: readonly number[]
  /** Whether the text is one letter that is repeated so often that more repetitions change nothing. */
  readonly isRun: boolean
  readonly #reached: readonly Reached[]
  readonly #stems: readonly number[]
  /** The next states by character: plain letters by their place in the alphabet, others by their code. */
  readonly #letters: (WordState | undefined)[] = []
  #others: Map<number, WordState> | null = null
  readonly #known: Map<string, WordState>

  constructor(reached: readonly Reached[], stems: readonly number[], known: Map<string, WordState>) {
    this.#reached = reached
    this.isRun = reached.length > 0 && reached.every(({ run }) => run >= mostRepeats)
    this.#known = known
    const whole = reached.filter(isWhole).map(({ letter }) => letter)
    this.#stems = [...new Set([...stems, ...whole.flatMap(({ stem }) => stem ?? [])])]
    this.numbers = [...new Set([...whole.flatMap(({ word }) => word ?? []), ...this.#stems])]
  }

  /** Whether more letters can lead to another word or stem. */
  get canGrow(): boolean {
    return this.#reached.length > 0
  }

  /** The state after one more character. */
  next(code: number): WordState {
    const letter = code - 97
    const isLetter = letter >= 0 && letter < 26
    let state = isLetter ? this.#letters[letter] : this.#others?.get(code)
    if (!state) {
      state = this.#read(code)
      if (isLetter) this.#letters[letter] = state
      else this.#others = (this.#others ?? new Map()).set(code, state)
    }
    return state
  }

  /** The state after the characters of a text, or as soon as nothing can follow. */
  read(text: string): WordState {
    let state: WordState = this
    for (let index = 0; index < text.length && state.canGrow; index += 1) state = state.next(text.charCodeAt(index))
    return state
  }

  #read(code: number): WordState {
    const reached = new Map<string, Reached>()
    const add = (letter: Letter | undefined, run: number) => {
      if (letter) reached.set(`${letter.id}:${run}`, { letter, run })
    }
    for (const each of readAs(code)) {
      for (const { letter, run } of this.#reached) {
        const isRepeated = letter.code === each
        if (isRepeated && letter.run < enoughRepeats) add(letter, Math.min(run + 1, mostRepeats))
        if (isRepeated ? run === letter.run : isWhole({ letter, run }))
          add(findNext(letter, each), isRepeated ? run + 1 : 1)
      }
    }
    const key = `${[...reached.keys()].sort().join(' ')} ${this.#stems.join('*')}`
    const state = this.#known.get(key) ?? new WordState([...reached.values()], this.#stems, this.#known)
    this.#known.set(key, state)
    return state
  }
}

/** A Bloom filter of 32 bits with one hash: sets of words whose masks have no common bit have no common word. */
export function maskOf(numbers: Iterable<number>): number {
  let mask = 0
  for (const number of numbers) mask |= 1 << (number & 31)
  return mask
}

/** Whether the text repeats the letter as often as the word does, or so often that it may stand for that. */
const isWhole = ({ letter, run }: Reached): boolean =>
  run === letter.run || (run >= enoughRepeats && letter.run < enoughRepeats)

/** The codes of the letters that a character can stand for, itself included. */
function readAs(code: number): readonly number[] {
  return alike.get(code) ?? [code]
}

const alike = new Map(
  Object.entries(lookAlikes).map(([sign, letters]) => [
    sign.charCodeAt(0),
    [...sign, ...letters].map((each) => each.charCodeAt(0)),
  ]),
)
