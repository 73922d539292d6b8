import { isFunctionWord, type PhraseNode, stemMinimum } from './phrase-graph.ts'
import { squeeze } from './read-pieces.ts'

/** Where an edge leads: the nodes, and their state once it was needed. */
interface Edge {
  nodes: Set<PhraseNode>
  state: PhraseState | null
}

/**
 * All places in phrases that a text has reached with the same words, as one: a word is looked up once for them, however many
 * phrases begin alike. States are created when a text first reaches them, one for each set of places.
 */
export class PhraseState {
  readonly ends: PhraseNode['ends'] = []
  /** The pieces at which a scan has come here from one start, so that no place is visited twice. */
  readonly visited: { start: number; pieces: number[] } = { start: 0, pieces: [] }
  readonly #words = new Map<string, Edge>()
  readonly #stems = new Map<string, Edge>()
  readonly #gaps = new Map<number, Edge>()
  readonly #known: Map<string, PhraseState>
  #prefixes: Map<string, boolean> | null = null
  #gapStates: { max: number; state: PhraseState }[] | null = null

  constructor(nodes: Iterable<PhraseNode>, known: Map<string, PhraseState> = new Map()) {
    this.#known = known
    const reached = new Set(nodes)
    // Nodes that are added to a set while it is iterated are visited too.
    for (const node of reached) {
      for (const next of node.next) reached.add(next)
      for (const end of node.ends) if (!this.#hasEnd(end)) this.ends.push(end)
      for (const [word, next] of node.words) addEdge(this.#words, word, next)
      for (const [stem, next] of node.stems) addEdge(this.#stems, stem, next)
      if (node.gap) addEdge(this.#gaps, node.gap.max, node.gap.node)
    }
  }

  /** Whether nothing can follow. */
  get isLast(): boolean {
    return this.#words.size === 0 && this.#stems.size === 0 && this.#gaps.size === 0
  }

  /** The places after a word. */
  afterWord(word: string): PhraseState | null {
    const edge = this.#words.get(word)
    return edge ? this.#follow(edge) : null
  }

  /** The places after a word that begins with a stem, for each stem. */
  afterStem(word: string): readonly PhraseState[] {
    if (this.#stems.size === 0 || word.length < stemMinimum) return none
    // The prefixes tell whether any of the stems can begin so.
    if (!this.prefixes.has(word.slice(0, stemMinimum))) return none
    const states: PhraseState[] = []
    for (let length = stemMinimum; length <= word.length; length += 1) {
      const edge = this.#stems.get(word.slice(0, length))
      if (edge) states.push(this.#follow(edge))
    }
    return states
  }

  /** The places after up to `max` words of any kind. */
  get gaps(): readonly { max: number; state: PhraseState }[] {
    this.#gapStates ??= [...this.#gaps].map(([max, edge]) => ({ max, state: this.#follow(edge) }))
    return this.#gapStates
  }

  /**
   * Everything that the next word can begin with: a text that is still growing may become a phrase. True where a word that
   * is held back can begin so.
   */
  get prefixes(): Map<string, boolean> {
    if (this.#prefixes) return this.#prefixes
    const prefixes = new Map<string, boolean>()
    for (const word of [...this.#words.keys(), ...this.#stems.keys()]) {
      for (const form of new Set([word, squeeze(word)])) {
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
    if (edge.state) return edge.state
    const key = [...edge.nodes]
      .map(({ id }) => id)
      .sort((a, b) => a - b)
      .join(' ')
    edge.state = this.#known.get(key) ?? new PhraseState(edge.nodes, this.#known)
    this.#known.set(key, edge.state)
    return edge.state
  }

  #hasEnd({ cue, isException }: PhraseNode['ends'][number]): boolean {
    return this.ends.some((end) => end.cue === cue && end.isException === isException)
  }
}

const none: readonly never[] = []

function addEdge<Key>(edges: Map<Key, Edge>, key: Key, node: PhraseNode): void {
  const edge = edges.get(key)
  if (edge) edge.nodes.add(node)
  else edges.set(key, { nodes: new Set([node]), state: null })
}
