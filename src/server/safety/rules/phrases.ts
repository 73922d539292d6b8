import { PieceReader } from './read-pieces.ts'
import { longestRuleWord, Vocabulary } from './vocabulary.ts'

export interface PhraseEnd {
  cue: string
  /** Whether the phrase is an exception (`!`): phrases of the cue that overlap it do not count. */
  isException: boolean
  /** Whether it can span clauses, as those with a gap can. No exception spans sentences. */
  spansClauses: boolean
  /** Whether texts that may become the phrase are held back. */
  isHeld: boolean
}

/** A place in a phrase. */
interface Node {
  id: number
  next: [word: string, node: Node][]
  end?: PhraseEnd
  isHeld: boolean
}

/** Stands for any word. */
export const anyWord = '~'
const limits = { words: 10, gaps: 2, optional: 4 }
/** Stems of less than four letters would match too much. */
const shortStem = /^.{0,3}\*$/
const otherSigns = /[?<>~!()[\]{}\\^$+]|\*./

/** A phrase of a rule file that cannot be used. Its message names the phrase and says what is wrong. */
export class PhraseError extends Error {
  override name = 'PhraseError'
}

/** The phrases of cues. */
export class Phrases {
  readonly vocabulary: Vocabulary
  readonly #root: Node = { id: 0, next: [], isHeld: true }
  #nodes = 0
  #start: State | undefined

  constructor(vocabulary = new Vocabulary()) {
    this.vocabulary = vocabulary
  }

  /** The state before the first word of all phrases. */
  get start(): State {
    this.#start ??= new State([this.#root], new Map())
    return this.#start
  }

  /**
   * Adds a phrase of a cue. Its words are separated by blanks: `a|b` is one of them, `a?` may be missing, `seduc*` is a word
   * that begins so, `<age>` one of a list, `~3` up to three words of any kind; `!` before it makes it an exception. Nothing
   * else can be written, so that matching takes linear time whatever a file contains.
   */
  add(cue: string, phrase: string, lists: Record<string, string[]>, isCueHeld = true): void {
    const isException = phrase.startsWith('!')
    const isHeld = isCueHeld && !isException
    const tokens = phrase.replace('!', '').trim().split(/\s+/)
    assertBounded(phrase, tokens)
    /** The nodes after the tokens so far. */
    let places = [this.#root]
    for (const token of tokens) {
      if (token.startsWith('~')) {
        let skipped = places
        for (let words = Number(token.slice(1)); words > 0; words -= 1) {
          skipped = [this.#link(skipped, anyWord, isHeld)]
          places = [...places, ...skipped]
        }
      } else {
        const next = this.#createNode(isHeld)
        for (const written of wordsOf(token, phrase, lists)) this.#addWords(places, readWords(written, phrase), next)
        places = token.endsWith('?') ? [...places, next] : [next]
      }
    }
    for (const node of places) node.end = { cue, isException, spansClauses: phrase.includes('~'), isHeld }
  }

  /** Adds a word of a phrase, or the several words of an entry of a list (`I want to`). */
  #addWords(places: Node[], words: string[], end: Node): void {
    let from = places
    for (const [index, word] of words.entries()) {
      from = [this.#link(from, word, end.isHeld, index === words.length - 1 ? end : undefined)]
    }
  }

  #link(from: Node[], word: string, isHeld: boolean, next = this.#createNode(isHeld)): Node {
    if (word !== anyWord) this.vocabulary.add(word)
    for (const node of from) node.next.push([word, next])
    return next
  }

  #createNode(isHeld: boolean): Node {
    this.#nodes += 1
    return { id: this.#nodes, next: [], isHeld }
  }
}

function assertBounded(phrase: string, tokens: string[]): void {
  const gaps = tokens.filter((token) => token.startsWith('~'))
  const optional = tokens.filter((token) => token.endsWith('?'))
  const isLong = tokens.length > limits.words || gaps.length > limits.gaps || optional.length > limits.optional
  const isOpen = gaps.includes(tokens[0] ?? '') || gaps.includes(tokens.at(-1) ?? '')
  const isEmpty = gaps.length + optional.length === tokens.length
  if (!isLong && !isOpen && !isEmpty && gaps.every((token) => /^~[1-6]$/.test(token))) return
  const most = `${limits.words} words, ${limits.gaps} gaps (~1 to ~6) and ${limits.optional} words that may be missing`
  throw new PhraseError(
    `“${phrase}” must begin and end with a word, have one that cannot be missing, and at most ${most}.`,
  )
}

/** What can be in the place of a token, as it is written. */
function wordsOf(token: string, phrase: string, lists: Record<string, string[]>): string[] {
  const alternatives = token.replace(/\?$/, '').split('|')
  return alternatives.flatMap((word) => {
    const list = /^<([\w-]+)>$/.exec(word)?.[1]
    const words = list === undefined ? [word] : lists[list]
    if (!words) throw new PhraseError(`“${phrase}” refers to the list ${list}, which does not exist.`)
    return words
  })
}

function readWords(written: string, phrase: string): string[] {
  const words = new PieceReader(0).read(written, true).map(({ text }) => text)
  if (written.endsWith('*')) words.push(`${words.pop()}*`)
  const isWrong = words.length === 0 || otherSigns.test(written)
  if (isWrong || words.some((word) => word.length > longestRuleWord || shortStem.test(word))) {
    const use = 'letters, digits, |, ?, *, <list> and ~3, and at least 4 letters before the *'
    throw new PhraseError(`“${written}” in “${phrase}” is not a word. Use ${use}.`)
  }
  return words
}

/**
 * The set of nodes that the same words of a text lead to, as in a DFA: the next word is looked up once for all of them.
 * States are created when a text first reaches them.
 */
export class State {
  readonly id: number
  readonly ends: PhraseEnd[]
  /** Whether a phrase that is held back can follow. */
  readonly isHeld: boolean
  /** Whether nothing can follow. */
  readonly isLast: boolean
  readonly #states: Map<string, State>
  /** The nodes after each word, or their state. */
  readonly #next = new Map<string, Node[] | State>()

  constructor(nodes: Node[], states: Map<string, State>) {
    this.id = states.size
    this.#states = states
    this.ends = nodes.flatMap(({ end }) => end ?? [])
    this.isHeld = nodes.some(({ isHeld }) => isHeld)
    const links = nodes.flatMap(({ next }) => next)
    this.isLast = links.length === 0
    for (const [word] of links) this.#next.set(word, [])
    for (const [word, node] of links) (this.#next.get(word) as Node[]).push(node)
  }

  /** The state after a word or stem, or after `anyWord`. */
  after(word: string): State | undefined {
    const next = this.#next.get(word)
    if (!next || next instanceof State) return next
    const nodes = [...new Set(next)].sort((one, other) => one.id - other.id)
    const key = nodes.map(({ id }) => id).join(' ')
    const state = this.#states.get(key) ?? new State(nodes, this.#states)
    this.#states.set(key, state)
    this.#next.set(word, state)
    return state
  }
}
