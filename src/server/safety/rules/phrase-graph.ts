import { readPieces } from './read-pieces.ts'
import { Vocabulary } from './vocabulary.ts'

/** A place in a phrase. Its edges are whole words, beginnings of words (`seduc*`), or a few words of any kind. */
export interface PhraseNode {
  id: number
  /** The nodes after a word or stem, by its number in the vocabulary. */
  words: Map<number, PhraseNode[]>
  /** Up to `max` words of any kind, then the node. */
  gap: { max: number; node: PhraseNode } | null
  /** The cues of the phrases that end here, or for which the phrase is an exception (`!`). */
  ends: PhraseEnd[]
}

export interface PhraseEnd {
  cue: string
  isException: boolean
  /** Whether the phrase counts only at the end of a clause. */
  endsClause: boolean
}

/** The fewest letters before `*`: shorter stems would match too much. */
const stemMinimum = 4
const limits = { words: 10, gap: 6, gaps: 2, optional: 4, word: 24 }

let nodes = 0

function createNode(): PhraseNode {
  nodes += 1
  return { id: nodes, words: new Map(), gap: null, ends: [] }
}

/** A phrase of a rule file that cannot be used. Its message names the phrase and says what is wrong. */
export class PhraseError extends Error {
  override name = 'PhraseError'
}

/** Where tokens of a phrase are added, and what they refer to. */
interface Addition {
  phrase: string
  lists: Record<string, string[]>
}

/** The phrases of cues. Phrases with the same beginning have nodes of their own; `PhraseState` follows them together. */
export class PhraseGraph {
  readonly root = createNode()
  readonly vocabulary: Vocabulary

  constructor(vocabulary = new Vocabulary()) {
    this.vocabulary = vocabulary
  }

  /**
   * Adds a phrase of a cue. Its words are separated by blanks: `a|b` is one of them, `a?` may be missing, `seduc*` is a word
   * that begins so, `<age>` one of a list, `~3` up to three words of any kind; `.` at its end means the end of a clause; `!` before it makes it
   * an exception.
   * Nothing else can be written, so that matching takes linear time whatever a file contains.
   */
  add(cue: string, phrase: string, lists: Record<string, string[]>): void {
    const isException = phrase.startsWith('!')
    const tokens = phrase
      .slice(isException ? 1 : 0)
      .trim()
      .split(/\s+/)
    const endsClause = tokens.at(-1) === '.'
    if (endsClause) tokens.pop()
    assertBounded(phrase, tokens)
    let nodes = [this.root]
    for (const token of tokens) {
      const next = createNode()
      for (const node of nodes) this.#addToken(node, next, token, { phrase, lists })
      nodes = token.endsWith('?') ? [...nodes, next] : [next]
    }
    if (nodes.includes(this.root)) throw new PhraseError(`“${phrase}” has no word that must be there.`)
    for (const node of nodes) node.ends = node.ends.concat({ cue, isException, endsClause })
  }

  #addToken(node: PhraseNode, next: PhraseNode, token: string, { phrase, lists }: Addition): void {
    if (token.startsWith('~')) {
      addGap(node, next, Number(token.slice(1)), phrase)
      return
    }
    for (const word of token.replace(/\?$/, '').split('|')) {
      const list = /^<([\w-]+)>$/.exec(word)?.[1]
      const words = list === undefined ? [word] : lists[list]
      if (!words) throw new PhraseError(`“${phrase}” refers to the list ${list}, which does not exist.`)
      for (const written of words) this.#addWords(node, next, written, phrase)
    }
  }

  /** Adds one word, or the words of a name in a list. */
  #addWords(node: PhraseNode, next: PhraseNode, written: string, phrase: string): void {
    const isStem = written.endsWith('*')
    const text = isStem ? written.slice(0, -1) : written
    const words = readPieces(text).map((piece) => piece.text)
    const last = words.pop()
    if (last === undefined || /[*?<>~!()[\]{}\\^$+]/.test(text)) {
      throw new PhraseError(`“${written}” in “${phrase}” is not a word. Use letters, digits, |, ?, *, <list> and ~3.`)
    }
    if ([...words, last].some((word) => word.length > limits.word)) {
      throw new PhraseError(`A word in “${phrase}” is too long.`)
    }
    if (isStem && last.length < stemMinimum) {
      throw new PhraseError(`“${written}” in “${phrase}” needs ${stemMinimum} letters before the *.`)
    }
    let current = node
    for (const word of words) {
      const between = createNode()
      addWord(current, this.vocabulary.add(word, false), between)
      current = between
    }
    addWord(current, this.vocabulary.add(last, isStem), next)
  }
}

function assertBounded(phrase: string, tokens: string[]): void {
  const gaps = tokens.filter((token) => token.startsWith('~'))
  if (tokens[0] === '') throw new PhraseError('A phrase is empty.')
  if (tokens.length > limits.words) throw new PhraseError(`“${phrase}” has more than ${limits.words} words.`)
  if (gaps.length > limits.gaps) throw new PhraseError(`“${phrase}” has more than ${limits.gaps} gaps.`)
  if (tokens.filter((token) => token.endsWith('?')).length > limits.optional) {
    throw new PhraseError(`“${phrase}” has more than ${limits.optional} words that may be missing.`)
  }
  if (tokens.at(0)?.startsWith('~') || tokens.at(-1)?.startsWith('~')) {
    throw new PhraseError(`“${phrase}” begins or ends with a gap.`)
  }
}

function addGap(node: PhraseNode, next: PhraseNode, max: number, phrase: string): void {
  if (!Number.isInteger(max) || max < 1 || max > limits.gap) {
    throw new PhraseError(`A gap in “${phrase}” must be a number from 1 to ${limits.gap}.`)
  }
  node.gap = { max, node: next }
}

/** `concat`, since `push` reserves room for 16 more in each of many thousand arrays. */
function addWord({ words }: PhraseNode, number: number, next: PhraseNode): void {
  words.set(number, (words.get(number) ?? []).concat(next))
}

/** They are not held back, although a phrase may begin with them: they say nothing alone. */
const functionWords = new Set(
  'the a an i im you he she they we it its is are was were am be to of in on at for with and or but so then this that my your her his their our who if as by from not do does can could should would will how what where when why me him them us'.split(
    ' ',
  ),
)
export const isFunctionWord = (word: string): boolean => functionWords.has(word)
