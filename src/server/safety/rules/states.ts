import type { Rule } from './rule-file.ts'

/** A phrase of a cue. */
export interface Phrase {
  cue: string
  /** The rules that the cue is part of, in the order of the file. */
  rules: Rule[]
  /** Whether texts that may become the phrase are held back. */
  isHeld: boolean
  /** Whether the phrase is an exception (`!`): phrases of the cue that overlap it do not count. */
  isException: boolean
  /** Whether it can span clauses, as those with a gap can. No exception spans sentences. */
  spansClauses: boolean
}

/** A place in a phrase. */
export interface Node {
  id: number
  phrase: Phrase
  isEnd: boolean
  next: [word: string, node: Node][]
}

/** Stands for any word. */
export const anyWord = '~'

/**
 * The set of nodes that the same words of a text lead to, as in a DFA: the next word is looked up once for all of them.
 * States are created when a text first reaches them.
 */
export class State {
  /** The phrases that are complete. */
  readonly ends: Phrase[]
  /** Whether a phrase that is held back can follow. */
  readonly isHeld: boolean
  /** Whether the last word may be any. */
  readonly isGap: boolean
  /** Whether nothing can follow. */
  readonly isLast: boolean
  readonly #states: Map<string, State>
  /** The nodes after each word, or their state. */
  readonly #next = new Map<string, Node[] | State>()

  constructor(nodes: Node[], states: Map<string, State>, isGap = false) {
    this.isGap = isGap
    this.#states = states
    this.ends = nodes.filter(({ isEnd }) => isEnd).map(({ phrase }) => phrase)
    this.isHeld = nodes.some(({ phrase }) => phrase.isHeld)
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
    const state = this.#states.get(key) ?? new State(nodes, this.#states, word === anyWord)
    this.#states.set(key, state)
    this.#next.set(word, state)
    return state
  }
}
