import { readPieces } from './read-pieces.ts'
import type { RuleFile } from './rule-file.ts'
import { anyWord, type Cue, type Node, type Phrase, State } from './states.ts'
import { longestRuleWord, Vocabulary } from './vocabulary.ts'

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
  readonly #lists: RuleFile['lists']
  readonly #root: Node
  #nodes = 0
  #start: State | undefined

  constructor(lists: RuleFile['lists'], vocabulary = new Vocabulary()) {
    this.#lists = lists
    this.vocabulary = vocabulary
    this.#root = this.#createNode({ cue: '', rules: [], isException: false, spansClauses: false, isHeld: true })
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
  add(cue: Cue, text: string): void {
    const isException = text.startsWith('!')
    const isHeld = cue.isHeld && !isException
    const phrase = { ...cue, isException, spansClauses: text.includes('~'), isHeld }
    const tokens = text.replace('!', '').trim().split(/\s+/)
    assertBounded(text, tokens)
    /** The nodes after the tokens so far. */
    let places = [this.#root]
    for (const token of tokens) {
      const isGap = token.startsWith('~')
      const words = isGap ? [[anyWord]] : wordsOf(token, text, this.#lists)
      let from = places
      for (let times = isGap ? Number(token.slice(1)) : 1; times > 0; times -= 1) {
        const next = this.#createNode(phrase)
        for (const alternative of words) this.#link(from, alternative, next)
        from = [next]
        places = isGap || token.endsWith('?') ? [...places, next] : from
      }
    }
    for (const node of places) node.isEnd = true
  }

  /** Adds a word of a phrase, or the several words of an entry of a list (`I want to`). */
  #link(places: Node[], words: string[], end: Node): void {
    let from = places
    for (const [index, word] of words.entries()) {
      const next = index === words.length - 1 ? end : this.#createNode(end.phrase)
      for (const node of from) node.next.push([word, next])
      if (word !== anyWord) this.vocabulary.add(word)
      from = [next]
    }
  }

  #createNode(phrase: Phrase): Node {
    this.#nodes += 1
    return { id: this.#nodes, phrase, isEnd: false, next: [] }
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

/** What can be in the place of a token: words, or several words of an entry of a list. */
function wordsOf(token: string, phrase: string, lists: Record<string, string[]>): string[][] {
  const alternatives = token.replace(/\?$/, '').split('|')
  return alternatives.flatMap((word) => {
    const list = /^<([\w-]+)>$/.exec(word)?.[1]
    const entries = list === undefined ? [word] : lists[list]
    if (!entries) throw new PhraseError(`“${phrase}” refers to the list ${list}, which does not exist.`)
    return entries.map((entry) => readWords(entry, phrase))
  })
}

function readWords(written: string, phrase: string): string[] {
  const words = readPieces(written).map(({ text }) => text)
  if (written.endsWith('*')) words.push(`${words.pop()}*`)
  const isWrong = words.length === 0 || otherSigns.test(written)
  if (isWrong || words.some((word) => word.length > longestRuleWord || shortStem.test(word))) {
    const use = 'letters, digits, |, ?, *, <list> and ~3, and at least 4 letters before the *'
    throw new PhraseError(`“${written}” in “${phrase}” is not a word. Use ${use}.`)
  }
  return words
}
