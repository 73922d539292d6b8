import { readPieces } from './read-pieces.ts'
import { type Rule, type RuleFile, RuleFileError, type Surface } from './rule-file.ts'
import { anyWord, type Node, type Phrase, State } from './states.ts'
import { longestRuleWord, Vocabulary } from './vocabulary.ts'

/** The rules that apply to one surface, and the phrases of all their cues. */
export interface RuleSet {
  /** If a text breaks several, the first one counts. */
  rules: Rule[]
  vocabulary: Vocabulary
  /** Before the first word of all phrases. */
  start: State
}

/** The rules for a surface; with those of the chat filter when `isFiltered`. */
export type RuleSets = (surface: Surface, isFiltered: boolean) => RuleSet

/** Compiles the rules of a surface when they are first needed, so that starting the server does not wait for it. */
export function compileRules(file: RuleFile): RuleSets {
  const compiled = new Map<string, RuleSet>()
  const vocabulary = new Vocabulary()
  return (surface, isFiltered) => {
    const key = `${surface} ${isFiltered}`
    const applies = ({ appliesTo, action }: Rule) => appliesTo.includes(surface) && (isFiltered || action !== 'filter')
    const known = compiled.get(key) ?? compile(file, { rules: file.rules.filter(applies), vocabulary })
    compiled.set(key, known)
    return known
  }
}

/** Compiles everything once. Throws, with what is wrong, for a file that cannot be used. */
export function assertUsable(file: RuleFile): void {
  compile(file, { rules: file.rules, vocabulary: new Vocabulary() }, Object.keys(file.cues))
}

function compile(file: RuleFile, { rules, vocabulary }: Omit<RuleSet, 'start'>, more: string[] = []): RuleSet {
  const cuesOf = ({ all, context }: Rule) => [...all, ...context]
  const phrases = [...new Set([...rules.flatMap(cuesOf), ...more])].flatMap((cue) => {
    const ofCue = rules.filter((rule) => cuesOf(rule).includes(cue))
    // The cues of a context are only needed to complete a hit.
    const isHeld = ofCue.some(({ all }) => all.includes(cue))
    return phrasesOf(file, cue).map((text) => ({ cue, rules: ofCue, isHeld, text }))
  })
  return { rules, vocabulary, start: compilePhrases(phrases, file.lists, vocabulary) }
}

/** The phrases of a cue. In it, `@minor` stands for those of the cue minor. */
function phrasesOf(file: RuleFile, cue: string): string[] {
  const read = (name: string) => {
    const phrases = file.cues[name]
    if (!phrases) throw new RuleFileError(`there is no cue ${name}, to which a rule or another cue refers`)
    return phrases
  }
  return read(cue).flatMap((phrase) => (phrase.startsWith('@') ? read(phrase.slice(1)) : phrase))
}

type WrittenPhrase = Pick<Phrase, 'cue' | 'rules' | 'isHeld'> & { text: string }

/**
 * The state before phrases; adds their words to the vocabulary. The words of a phrase are separated by blanks: `a|b` is one of
 * them, `a?` may be missing, `seduc*` is a word that begins so, `<age>` one of a list, `~3` up to three words of any kind;
 * `!` before it makes it an exception. Nothing else can be written, so that matching takes linear time whatever a file
 * contains.
 *
 * @throws RuleFileError for a phrase that cannot be used
 */
export function compilePhrases(
  phrases: readonly WrittenPhrase[],
  lists: RuleFile['lists'],
  vocabulary: Vocabulary,
): State {
  let nodes = 0
  const createNode = (phrase: Phrase): Node => ({ id: nodes++, phrase, isEnd: false, next: [] })
  const root = createNode({ cue: '', rules: [], isException: false, spansClauses: false, isHeld: true })
  /** Adds a word, or the several words of an entry of a list (`I want to`), between nodes. */
  const link = (from: Node[], [word = '', ...more]: string[], end: Node): void => {
    const next = more.length === 0 ? end : createNode(end.phrase)
    for (const node of from) node.next.push([word, next])
    if (word !== anyWord) vocabulary.add(word)
    if (more.length > 0) link([next], more, end)
  }
  for (const { text, ...cue } of phrases) {
    const isException = text.startsWith('!')
    const phrase = { ...cue, isException, spansClauses: text.includes('~'), isHeld: cue.isHeld && !isException }
    const tokens = text.replace('!', '').trim().split(/\s+/)
    assertBounded(text, tokens)
    /** The nodes after the tokens so far. */
    let places = [root]
    for (const token of tokens) {
      const isGap = token.startsWith('~')
      const words = isGap ? [[anyWord]] : wordsOf(token, text, lists)
      let from = places
      for (let times = isGap ? Number(token.slice(1)) : 1; times > 0; times -= 1) {
        const next = createNode(phrase)
        for (const alternative of words) link(from, alternative, next)
        from = [next]
        places = isGap || token.endsWith('?') ? [...places, next] : from
      }
    }
    for (const node of places) node.isEnd = true
  }
  return new State([root], new Map())
}

const limits = { words: 10, gaps: 2, optional: 4 }

function assertBounded(phrase: string, tokens: string[]): void {
  const gaps = tokens.filter((token) => token.startsWith('~'))
  const optional = tokens.filter((token) => token.endsWith('?'))
  const isLong = tokens.length > limits.words || gaps.length > limits.gaps || optional.length > limits.optional
  const isOpen = gaps.includes(tokens[0] ?? '') || gaps.includes(tokens.at(-1) ?? '')
  const isEmpty = gaps.length + optional.length === tokens.length
  if (!isLong && !isOpen && !isEmpty && gaps.every((token) => /^~[1-6]$/.test(token))) return
  const most = `${limits.words} words, ${limits.gaps} gaps (~1 to ~6) and ${limits.optional} words that may be missing`
  throw new RuleFileError(
    `“${phrase}” must begin and end with a word, have one that cannot be missing, and at most ${most}.`,
  )
}

/** What can be in the place of a token: words, or several words of an entry of a list. */
function wordsOf(token: string, phrase: string, lists: Record<string, string[]>): string[][] {
  const alternatives = token.replace(/\?$/, '').split('|')
  return alternatives.flatMap((word) => {
    const list = /^<([\w-]+)>$/.exec(word)?.[1]
    const entries = list === undefined ? [word] : lists[list]
    if (!entries) throw new RuleFileError(`“${phrase}” refers to the list ${list}, which does not exist.`)
    return entries.map((entry) => readWords(entry, phrase))
  })
}

/** Stems of less than four letters would match too much. */
const shortStem = /^.{0,3}\*$/
const otherSigns = /[?<>~!()[\]{}\\^$+]|\*./

function readWords(written: string, phrase: string): string[] {
  const words = readPieces(written).map(({ text }) => text)
  if (written.endsWith('*')) words.push(`${words.pop()}*`)
  const isWrong = words.length === 0 || otherSigns.test(written)
  if (isWrong || words.some((word) => word.length > longestRuleWord || shortStem.test(word))) {
    const use = 'letters, digits, |, ?, *, <list> and ~3, and at least 4 letters before the *'
    throw new RuleFileError(`“${written}” in “${phrase}” is not a word. Use ${use}.`)
  }
  return words
}
