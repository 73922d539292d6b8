import { isFunctionWord, type PhraseEnd, type PhraseGraph, type PhraseNode } from './phrase-graph.ts'
import { collapseRepeats } from './read-pieces.ts'
import { maskOf, type Vocabulary } from './vocabulary.ts'

/** The nodes at the end of an edge until their state is created, when it is first needed. */
interface Edge {
  nodes: PhraseNode[]
  state: PhraseState | null
}

/** What the states of a graph share. */
interface Shared {
  vocabulary: Vocabulary
  states: Map<string, PhraseState>
}

/** The state before the first word of all phrases of a graph. */
export const createStart = ({ root, vocabulary }: PhraseGraph): PhraseState =>
  new PhraseState([root], { vocabulary, states: new Map() })

/** The pieces visited from the current start. One array is used for all starts, to allocate none. */
class VisitedPieces {
  readonly #pieces: number[] = []
  #count = 0
  #start = 0

  /** Adds a piece; false if it was visited from this start before. */
  add(start: number, piece: number): boolean {
    if (this.#start !== start) {
      this.#start = start
      this.#count = 0
    }
    for (let index = 0; index < this.#count; index += 1) if (this.#pieces[index] === piece) return false
    this.#pieces[this.#count] = piece
    this.#count += 1
    return true
  }
}

/**
 * The set of nodes that the same words of a text lead to, as in a DFA: the next word is looked up once for all of them.
 * States are created when a text first reaches them.
 */
export class PhraseState {
  readonly ends: PhraseEnd[] = []
  /** The pieces at which this state was reached from the current start, so that none is visited twice. */
  readonly visited = new VisitedPieces()
  readonly vocabulary: Vocabulary
  /** See `maskOf`: of the words that can follow. */
  readonly mask: number
  readonly #words = new Map<number, Edge>()
  readonly #gaps = new Map<number, Edge>()
  readonly #shared: Shared
  #prefixes: Map<string, boolean> | null = null
  #gapStates: { max: number; state: PhraseState }[] | null = null

  constructor(nodes: PhraseNode[], shared: Shared) {
    this.#shared = shared
    this.vocabulary = shared.vocabulary
    for (const node of nodes) {
      for (const end of node.ends) if (!this.#hasEnd(end)) this.ends.push(end)
      for (const [word, next] of node.words) addEdge(this.#words, word, next)
      if (node.gap) addEdge(this.#gaps, node.gap.max, [node.gap.node])
    }
    this.mask = maskOf(this.#words.keys())
  }

  /** Whether nothing can follow. */
  get isLast(): boolean {
    return this.#words.size === 0 && this.#gaps.size === 0
  }

  /** Whether only the next word matters: nothing ends here, and no word may be skipped. */
  get needsWord(): boolean {
    return this.ends.length === 0 && this.#gaps.size === 0
  }

  /** The state after a word or stem, by its number in the vocabulary. */
  after(number: number): PhraseState | null {
    const edge = this.#words.get(number)
    return edge ? (edge.state ?? this.#follow(edge)) : null
  }

  /** The states after up to `max` words of any kind. */
  get gaps(): readonly { max: number; state: PhraseState }[] {
    this.#gapStates ??= [...this.#gaps].map(([max, edge]) => ({ max, state: this.#follow(edge) }))
    return this.#gapStates
  }

  /**
   * The beginnings of all words that can follow, because the last word of a text may be unfinished. True if one of the
   * words is held back.
   */
  get prefixes(): ReadonlyMap<string, boolean> {
    if (this.#prefixes) return this.#prefixes
    const prefixes = new Map<string, boolean>()
    for (const number of this.#words.keys()) {
      const word = this.vocabulary.textOf(number)
      for (const form of new Set([word, collapseRepeats(word)])) {
        for (let length = 1; length <= form.length; length += 1) {
          const prefix = form.slice(0, length)
          prefixes.set(prefix, prefixes.get(prefix) === true || !isFunctionWord(word))
        }
      }
    }
    this.#prefixes = prefixes
    return prefixes
  }

  #follow(edge: Edge): PhraseState {
    const key = edge.nodes
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join(' ')
    const { states } = this.#shared
    edge.state = states.get(key) ?? new PhraseState(edge.nodes, this.#shared)
    states.set(key, edge.state)
    edge.nodes = []
    return edge.state
  }

  #hasEnd({ cue, isException, endsClause }: PhraseEnd): boolean {
    return this.ends.some((end) => end.cue === cue && end.isException === isException && end.endsClause === endsClause)
  }
}

function addEdge(edges: Map<number, Edge>, key: number, nodes: PhraseNode[]): void {
  const edge = edges.get(key)
  if (!edge) edges.set(key, { nodes, state: null })
  else edge.nodes = edge.nodes.concat(nodes.filter((node) => !edge.nodes.includes(node)))
}
