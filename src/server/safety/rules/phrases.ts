import { readPieces } from './read-pieces.ts'
import { prefixesOf, skeletonsOf, type Vocabulary } from './vocabulary.ts'

export interface PhraseEnd {
  cue: string
  /** Whether the phrase is an exception (`!`): phrases of the cue that overlap it do not count. */
  isException: boolean
  /** Whether it can span clauses, as those with a gap can. No exception spans sentences. */
  spansClauses: boolean
}

/** A place in a phrase. */
interface Node {
  id: number
  words: { word: string; next: Node }[]
  /** The node after one word of any kind. */
  skip: Node | null
  /** Nodes that are reached without a word. */
  also: Node[]
  ends: PhraseEnd[]
  /** Whether texts that may become the phrase are held back. */
  isHeld: boolean
}

/** The fewest letters before `*`: shorter stems would match too much. */
const stemMinimum = 4
const limits = { words: 10, gap: 6, gaps: 2, optional: 4, word: 24 }

/** A phrase of a rule file that cannot be used. Its message names the phrase and says what is wrong. */
export class PhraseError extends Error {
  override name = 'PhraseError'
}

/** The phrases of cues. */
export class Phrases {
  readonly vocabulary: Vocabulary
  readonly #root: Node
  #nodes = 0

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
    this.#root = this.#createNode(true)
  }

  /**
   * Adds a phrase of a cue. Its words are separated by blanks: `a|b` is one of them, `a?` may be missing, `seduc*` is a word
   * that begins so, `<age>` one of a list, `~3` up to three words of any kind; `!` before it makes it an exception. Nothing
   * else can be written, so that matching takes linear time whatever a file contains.
   */
  add(cue: string, phrase: string, lists: Record<string, string[]>, isCueHeld = true): void {
    const isException = phrase.startsWith('!')
    const tokens = phrase.replace('!', '').trim().split(/\s+/)
    assertBounded(phrase, tokens)
    const create = () => this.#createNode(isCueHeld && !isException)
    let node = this.#root
    for (const token of tokens) {
      const next = create()
      if (token.startsWith('~')) {
        node.also.push(next)
        for (let words = gapOf(token, phrase); words > 0; words -= 1) {
          node.skip = create()
          node = node.skip
          node.also.push(next)
        }
      } else {
        for (const written of wordsOf(token, phrase, lists)) {
          const words = readPieces(written.replace(/\*$/, '')).pieces.map(({ text }) => text)
          assertWords(phrase, written, words)
          let place = node
          for (const [index, word] of words.entries()) {
            const isLast = index === words.length - 1
            const after = isLast ? next : create()
            const whole = isLast && written.endsWith('*') ? `${word}*` : word
            this.vocabulary.add(whole)
            place.words.push({ word: whole, next: after })
            place = after
          }
        }
        if (token.endsWith('?')) node.also.push(next)
      }
      node = next
    }
    node.ends.push({ cue, isException, spansClauses: phrase.includes('~') })
  }

  /** The state before the first word of all phrases. */
  start(): PhraseState {
    return new PhraseState([this.#root], { vocabulary: this.vocabulary, states: new Map() })
  }

  #createNode(isHeld: boolean): Node {
    this.#nodes += 1
    return { id: this.#nodes, words: [], skip: null, also: [], ends: [], isHeld }
  }
}

function wordsOf(token: string, phrase: string, lists: Record<string, string[]>): string[] {
  return token
    .replace(/\?$/, '')
    .split('|')
    .flatMap((word) => {
      const list = /^<([\w-]+)>$/.exec(word)?.[1]
      const words = list === undefined ? [word] : lists[list]
      if (!words) throw new PhraseError(`“${phrase}” refers to the list ${list}, which does not exist.`)
      return words
    })
}

function assertWords(phrase: string, written: string, words: string[]): void {
  if (words.length === 0 || /[?<>~!()[\]{}\\^$+]|\*./.test(written)) {
    throw new PhraseError(`“${written}” in “${phrase}” is not a word. Use letters, digits, |, ?, *, <list> and ~3.`)
  }
  if (words.some((word) => word.length > limits.word)) throw new PhraseError(`A word in “${phrase}” is too long.`)
  if (written.endsWith('*') && (words.at(-1)?.length ?? 0) < stemMinimum) {
    throw new PhraseError(`“${written}” in “${phrase}” needs ${stemMinimum} letters before the *.`)
  }
}

function assertBounded(phrase: string, tokens: string[]): void {
  const gaps = tokens.filter((token) => token.startsWith('~'))
  const optional = tokens.filter((token) => token.endsWith('?'))
  if (tokens[0] === '') throw new PhraseError('A phrase is empty.')
  if (tokens.length > limits.words) throw new PhraseError(`“${phrase}” has more than ${limits.words} words.`)
  if (gaps.length > limits.gaps) throw new PhraseError(`“${phrase}” has more than ${limits.gaps} gaps.`)
  if (optional.length > limits.optional) {
    throw new PhraseError(`“${phrase}” has more than ${limits.optional} words that may be missing.`)
  }
  if (tokens.at(0)?.startsWith('~') || tokens.at(-1)?.startsWith('~')) {
    throw new PhraseError(`“${phrase}” begins or ends with a gap.`)
  }
  if (gaps.length + optional.length === tokens.length) {
    throw new PhraseError(`“${phrase}” has no word that must be there.`)
  }
}

function gapOf(token: string, phrase: string): number {
  const max = Number(token.slice(1))
  if (Number.isInteger(max) && max >= 1 && max <= limits.gap) return max
  throw new PhraseError(`A gap in “${phrase}” must be a number from 1 to ${limits.gap}.`)
}

/** They are not held back, although a phrase may begin with them: they say nothing alone. */
const functionWords = new Set(
  'the a an i im you he she they we it its is are was were am be to of in on at for with and or but so then this that my your her his their our who if as by from not do does can could should would will how what where when why me him them us theyre shes hes youre whos thats theres ive id ill isnt arent wasnt'.split(
    ' ',
  ),
)
export const isFunctionWord = (word: string): boolean => functionWords.has(word)

interface Shared {
  vocabulary: Vocabulary
  states: Map<string, PhraseState>
}

/**
 * The set of nodes that the same words of a text lead to, as in a DFA: the next word is looked up once for all of them.
 * States are created when a text first reaches them.
 */
export class PhraseState {
  readonly id: number
  readonly ends: PhraseEnd[] = []
  readonly vocabulary: Vocabulary
  /** Whether a phrase that is held back can follow. */
  readonly isHeld: boolean
  readonly #shared: Shared
  /** The nodes after each word until their state is created. */
  readonly #words: Map<string, Node[] | PhraseState>
  readonly #skips: Node[]
  #skip: PhraseState | null = null
  #prefixes: Map<string, boolean> | null = null

  constructor(nodes: Node[], shared: Shared) {
    this.#shared = shared
    this.id = shared.states.size + 1
    this.vocabulary = shared.vocabulary
    const all = new Set(nodes)
    const following = new Map<string, Node[]>()
    for (const node of all) for (const next of node.also) all.add(next)
    for (const { words, ends } of all) {
      for (const end of ends) if (!this.ends.some((other) => isSame(other, end))) this.ends.push(end)
      for (const { word, next } of words) following.set(word, [...(following.get(word) ?? []), next])
    }
    this.#words = following
    this.#skips = [...all].flatMap(({ skip }) => skip ?? [])
    this.isHeld = [...all].some(({ isHeld }) => isHeld)
  }

  /** Whether nothing can follow. */
  get isLast(): boolean {
    return this.#words.size === 0 && this.#skips.length === 0
  }

  /** The state after a word or stem. */
  after(word: string): PhraseState | null {
    const next = this.#words.get(word)
    if (!next || next instanceof PhraseState) return next ?? null
    const state = this.#follow(next)
    this.#words.set(word, state)
    return state
  }

  /** The state after a word of any kind. */
  get skip(): PhraseState | null {
    if (this.#skips.length > 0) this.#skip ??= this.#follow(this.#skips)
    return this.#skip
  }

  /**
   * The skeletons with which the words that can follow begin, because the last word of a text may be unfinished: whether one
   * of these words is held back.
   */
  get prefixes(): ReadonlyMap<string, boolean> {
    if (this.#prefixes) return this.#prefixes
    const prefixes = new Map<string, boolean>()
    for (const [word, next] of this.#words) {
      const isHeld =
        !isFunctionWord(word) && (next instanceof PhraseState ? next.isHeld : next.some((node) => node.isHeld))
      for (const prefix of skeletonsOf(word.replace('*', '')).flatMap(prefixesOf)) {
        prefixes.set(prefix, isHeld || prefixes.get(prefix) === true)
      }
    }
    this.#prefixes = prefixes
    return prefixes
  }

  #follow(nodes: Node[]): PhraseState {
    const key = [...new Set(nodes.map(({ id }) => id))].sort((a, b) => a - b).join(' ')
    const { states } = this.#shared
    const state = states.get(key) ?? new PhraseState(nodes, this.#shared)
    states.set(key, state)
    return state
  }
}

const isSame = (one: PhraseEnd, other: PhraseEnd) =>
  one.cue === other.cue && one.isException === other.isException && one.spansClauses === other.spansClauses
