import { isBlank } from '../is-blank.ts'
import { readText } from '../json-values.ts'
import { seededRandom } from '../seeded-random.ts'
import { type CompileRegex, type RegexTest, readSlashes } from './compile-regex.ts'
import { canStay, type EntryRule, isFixed, isTimed, type LoreRole, readRule } from './entry-rule.ts'
import { foldText, KeyFinder, type TextKey } from './find-keys.ts'
import { defaultScanDepth, type Lorebook, readNumber } from './lorebook.ts'

/** Older messages are not read. */
const maxScanDepth = 100
/** How many messages back a match counts for entries that stay, or rest, after one. */
const timedDepth = 100
/** Regular expressions of one prompt. Each takes as long as a thousand plain keys. */
const maxExpressions = 100
const maxExpressionLength = 500

export interface LoreMessage {
  id: string
  role: 'user' | 'character'
  content: string
}

export interface LoreInput {
  /** The first ones come first in the prompt where their entries have the same order. */
  books: readonly Lorebook[]
  /** The end of the active path, oldest first. */
  messages: readonly LoreMessage[]
  /** How many messages of the path come before them. */
  messagesBefore: number
  /** Which greeting the chat began with; 0 is the first. */
  greeting?: number
  /** For the entries of all books. The `token_budget` of a book is observed too. */
  tokens: number
  countTokens: (text: string) => number
  /** Expands the macros of an entry or of a key. `name` is the same for the same entry. */
  expand: (text: string, name: string) => string
  /** Decides draws, together with the newest message. */
  seed: string
  /** Without it, no regular expression matches. */
  compileRegex?: CompileRegex
}

/**
 * Why an entry is used: `always` (constant, or a decorator), `key`, `entry` (a key is in another entry's text), `sticky` (it
 * stays after an earlier match). Or why it is not.
 */
export const loreReasons = {
  used: ['always', 'key', 'entry', 'sticky'],
  unused: [
    'disabled',
    'empty',
    'no-keys',
    'no-match',
    'bad-regex',
    'too-many-regexes',
    'second-keys',
    'additional-keys',
    'excluded-keys',
    'never',
    'too-early',
    'not-this-turn',
    'other-greeting',
    'resting',
    'entries-only',
    'chance',
    'group',
    'budget',
  ],
} as const
export type UsedReason = (typeof loreReasons.used)[number]
export type UnusedReason = (typeof loreReasons.unused)[number]

/** What became of one entry. */
export interface LoreOutcome {
  /** The indexes of the book and of its entry. */
  book: number
  entry: number
  isUsed: boolean
  reason: UsedReason | UnusedReason
  /** The key that was found, that is missing, or that is not valid. */
  key?: string
  /** Where the key was found: a message, or the index of an outcome whose entry has it. */
  messageId?: string
  cause?: number
  /** The cost of its text. Only where it was to be used. */
  tokens?: number
}

/** A text for the prompt. `before` and `after` are in every prompt of the chat, the others come with the messages. */
export interface LoreInsert {
  place: 'before' | 'after' | 'recent' | { depth: number; role: LoreRole }
  /** Whether it can stay in the history where this prompt has it. */
  stays: boolean
  text: string
  outcome: number
}

export interface LorePlan {
  /** One for each entry of each book, in their order. */
  outcomes: LoreOutcome[]
  /** In the order of the prompt. */
  inserts: LoreInsert[]
}

/** A key, and the entries that have it. `found`: 0 is the newest message. */
interface Key {
  written: string
  found: Set<number>
  /** The outcome whose text has it. */
  cause: number | null
}
type PlainKey = Key & TextKey & { owners: Candidate[] }
/** `depth`: how many of the newest messages it is tried on. */
type Expression = Key & { test: RegexTest | null; problem: UnusedReason | null; depth: number }

interface Candidate {
  index: number
  rule: EntryRule
  outcome: LoreOutcome
  scanDepth: number
  keys: Key[]
  secondKeys: Key[]
  additionalKeys: Key[]
  excludedKeys: Key[]
}

/**
 * Decides which entries of lorebooks a prompt has. Pure: the same path gives the same plan. Keys are looked for in one pass
 * over the newest messages, and in the text of each entry that is used.
 *
 * @example
 * const entry = { keys: ['reef'], content: 'The reef is sharp.', extensions: {}, enabled: true, insertion_order: 5, use_regex: false }
 * const plan = planLore({
 *   books: [{ entries: [entry], extensions: {} }], messages: [{ id: 'm1', role: 'user', content: 'Mind the reef!' }],
 *   messagesBefore: 0, tokens: 500, countTokens: (text) => text.length, expand: (text) => text, seed: 'c1',
 * })
 * plan.outcomes[0].reason // 'key'
 * plan.inserts[0].text // 'The reef is sharp.'
 */
export function planLore(input: LoreInput): LorePlan {
  const keys = new KeyTable(input)
  const candidates = input.books.flatMap((book, at) => {
    const bookDepth = readNumber(book.scan_depth) ?? defaultScanDepth
    return book.entries.map((_, entry) => toCandidate(book, { book: at, entry }, bookDepth, keys))
  })
  candidates.forEach((candidate, index) => {
    candidate.index = index
  })
  const plan = new Planner(input, candidates, keys)
  plan.run()
  return { outcomes: candidates.map(({ outcome }) => outcome), inserts: plan.inserts() }
}

function toCandidate(
  book: Lorebook,
  { book: at, entry }: { book: number; entry: number },
  bookDepth: number,
  table: KeyTable,
): Candidate {
  const written = book.entries[entry]
  const rule = readRule(written ?? emptyEntry, book)
  const candidate: Candidate = {
    index: 0,
    rule,
    outcome: { book: at, entry, isUsed: false, reason: 'no-match' },
    scanDepth: Math.min(rule.scanDepth ?? bookDepth, maxScanDepth),
    keys: [],
    secondKeys: [],
    additionalKeys: [],
    excludedKeys: [],
  }
  if (!rule.entry.enabled || rule.decided !== null) return candidate
  const add = (texts: readonly string[]) =>
    texts.filter((text) => !isBlank(text)).map((text) => table.add(text, candidate))
  candidate.keys = rule.isConstant ? [] : add(rule.keys)
  candidate.secondKeys = add(rule.secondKeys)
  candidate.additionalKeys = add(rule.additionalKeys)
  candidate.excludedKeys = add(rule.excludedKeys)
  return candidate
}

const emptyEntry = { keys: [], content: '', extensions: {}, enabled: true, insertion_order: 0, use_regex: false }

/** How many of the newest messages decide about an entry. */
const depthOf = ({ rule, scanDepth }: Candidate): number => scanDepth + (isTimed(rule) ? timedDepth : 0)

/** All keys of a prompt, each once. */
class KeyTable {
  readonly #input: LoreInput
  readonly #plain = new Map<string, PlainKey>()
  readonly #expressions = new Map<string, Expression>()
  #finder: KeyFinder<PlainKey> | null = null

  constructor(input: LoreInput) {
    this.#input = input
  }

  add(written: string, owner: Candidate): Key {
    const { regex, isCaseSensitive, isWholeWords } = owner.rule
    const slashed = regex === 'no' ? null : readSlashes(written)
    if (slashed || regex === 'all') {
      const { source, flags } = slashed ?? { source: written, flags: isCaseSensitive ? '' : 'i' }
      const key = this.#addExpression(written, source, flags)
      key.depth = Math.max(key.depth, depthOf(owner))
      return key
    }
    const name = `${isCaseSensitive} ${isWholeWords} ${written}`
    const known = this.#plain.get(name)
    if (known) {
      known.owners.push(owner)
      return known
    }
    const expanded = written.includes('{{') ? this.#input.expand(written, written) : written
    const text = foldText(expanded, isCaseSensitive).trim()
    const key = { written, text, isCaseSensitive, isWholeWords, found: new Set<number>(), cause: null, owners: [owner] }
    this.#plain.set(name, key)
    return key
  }

  #addExpression(written: string, source: string, flags: string): Expression {
    const name = `${flags} ${source}`
    const known = this.#expressions.get(name)
    if (known) return known
    const isTooMany = this.#expressions.size >= maxExpressions
    const isTooLong = source.length > maxExpressionLength
    const test = isTooMany || isTooLong ? null : (this.#input.compileRegex?.(source, flags) ?? null)
    const problem = isTooMany ? 'too-many-regexes' : test ? null : 'bad-regex'
    const key: Expression = { written, found: new Set(), cause: null, test, problem, depth: 0 }
    this.#expressions.set(name, key)
    return key
  }

  scanMessages(messages: readonly LoreMessage[]): void {
    const finder = this.#getFinder()
    messages.toReversed().forEach(({ content }, at) => {
      finder.find(content, (key) => key.found.add(at))
      for (const { test, found, depth } of this.#expressions.values()) {
        if (at < depth && test?.(content)) found.add(at)
      }
    })
  }

  /** Returns the entries that have a key in this text of another entry. */
  scanEntry(text: string, cause: number): Candidate[] {
    const owners: Candidate[] = []
    this.#getFinder().find(text, (key) => {
      if (key.cause === null) {
        key.cause = cause
        owners.push(...key.owners)
      }
    })
    return owners
  }

  /** Regular expressions have no owners: entries that have one are asked again. */
  scanEntryForExpressions(text: string, cause: number): boolean {
    let isFound = false
    for (const key of this.#expressions.values()) {
      if (key.cause !== null || !key.test?.(text)) continue
      key.cause = cause
      isFound = true
    }
    return isFound
  }

  #getFinder(): KeyFinder<PlainKey> {
    this.#finder ??= new KeyFinder(this.#plain.values())
    return this.#finder
  }
}

/** A round of entries that were caused by the messages, then those that each of them causes, and so on. */
class Planner {
  readonly #input: LoreInput
  readonly #candidates: readonly Candidate[]
  readonly #keys: KeyTable
  readonly #replies: number
  readonly #takenGroups = new Set<string>()
  readonly #used = new Set<Candidate>()
  readonly #texts = new Map<Candidate, string>()

  constructor(input: LoreInput, candidates: readonly Candidate[], keys: KeyTable) {
    this.#input = input
    this.#candidates = candidates
    this.#keys = keys
    const inWindow = input.messages.filter(({ role }) => role === 'character').length
    // A path begins with the greeting, and alternates.
    this.#replies = inWindow + Math.ceil(input.messagesBefore / 2)
  }

  run(): void {
    const depth = this.#candidates.reduce((most, candidate) => Math.max(most, depthOf(candidate)), 0)
    if (depth > 0) this.#keys.scanMessages(this.#input.messages.slice(-depth))
    let round = this.#candidates.filter((candidate) => this.#isCaused(candidate, false))
    while (round.length > 0) {
      const used = this.#draw(round)
      for (const candidate of used) this.#used.add(candidate)
      round = this.#causedBy(used)
    }
    this.#fitBudgets()
  }

  /** Sets the outcome of an entry. Returns whether it is to be used, apart from draws and budgets. */
  #isCaused(candidate: Candidate, isAfterEntries: boolean): boolean {
    const { rule, outcome } = candidate
    const decide = (isUsed: boolean, reason: LoreOutcome['reason'], details: Partial<LoreOutcome> = {}): boolean => {
      Object.assign(outcome, { reason, ...details })
      return isUsed
    }
    if (!rule.entry.enabled) return decide(false, 'disabled')
    if (isBlank(rule.text)) return decide(false, 'empty')
    if (rule.decided === 'always') return decide(true, 'always')
    if (rule.decided === 'never') return decide(false, 'never')
    const timed = isTimed(rule) ? this.#stateFromEarlier(candidate) : null
    if (timed === 'sticky') return decide(true, 'sticky')
    const { greeting = 0, messages, messagesBefore } = this.#input
    if (rule.greeting !== null && rule.greeting !== greeting) return decide(false, 'other-greeting')
    if (this.#replies < rule.after || messagesBefore + messages.length < rule.delay) return decide(false, 'too-early')
    if (this.#replies % rule.every !== 0) return decide(false, 'not-this-turn')
    if (timed === 'resting') return decide(false, 'resting')
    const isMissing = (key: Key) => !this.#isFound(candidate, key, 0, isAfterEntries)
    const missing = this.#missingKey(candidate, isMissing)
    if (missing) return decide(false, missing.reason, missing.key && { key: missing.key.written })
    if (rule.isConstant) {
      return rule.isCausedByEntriesOnly && !isAfterEntries ? decide(false, 'entries-only') : decide(true, 'always')
    }
    const found = candidate.keys.find((key) => !isMissing(key))
    if (!found) {
      const bad = candidate.keys.map((key) => ({ key, problem: 'problem' in key ? (key as Expression).problem : null }))
      const problem = bad.find((one) => one.problem !== null)
      if (problem?.problem) return decide(false, problem.problem, { key: problem.key.written })
      const isInMessages = candidate.keys.some((key) => this.#inMessages(candidate, key, 0) !== null)
      return decide(false, candidate.keys.length === 0 ? 'no-keys' : isInMessages ? 'entries-only' : 'no-match')
    }
    const depth = rule.isCausedByEntriesOnly ? null : this.#inMessages(candidate, found, 0)
    if (depth === null) return decide(true, 'entry', { key: found.written, cause: found.cause ?? 0 })
    return decide(true, 'key', { key: found.written, messageId: messages.at(-1 - depth)?.id ?? '' })
  }

  /** The first condition besides the first keys that does not hold, once the first keys are found. */
  #missingKey(
    { rule, keys, secondKeys, additionalKeys, excludedKeys }: Candidate,
    isMissing: (key: Key) => boolean,
  ): { reason: UnusedReason; key?: Key } | null {
    if (!rule.isConstant && keys.every(isMissing)) return null
    const excluded = excludedKeys.find((key) => !isMissing(key))
    if (excluded) return { reason: 'excluded-keys', key: excluded }
    if (additionalKeys.length > 0 && additionalKeys.every(isMissing)) return { reason: 'additional-keys' }
    if (rule.isConstant || secondKeys.length === 0) return null
    const found = secondKeys.find((key) => !isMissing(key))
    const absent = secondKeys.find(isMissing)
    const reason = 'second-keys'
    if (rule.logic === 'any') return found ? null : { reason }
    if (rule.logic === 'all') return absent ? { reason, key: absent } : null
    if (rule.logic === 'not-any') return found ? { reason, key: found } : null
    return absent ? null : { reason }
  }

  #isFound(candidate: Candidate, key: Key, from: number, isAfterEntries: boolean): boolean {
    const { rule } = candidate
    if (isAfterEntries && rule.isCausedByEntries && key.cause !== null) return true
    return (
      !(rule.isCausedByEntriesOnly && candidate.keys.includes(key)) && this.#inMessages(candidate, key, from) !== null
    )
  }

  /** The newest message with the key, of those that the entry reads when the path ends at `from`. */
  #inMessages({ scanDepth }: Candidate, { found }: Key, from: number): number | null {
    for (const depth of found) if (depth >= from && depth < from + scanDepth) return depth
    return null
  }

  /** What follows from the matches with earlier messages of the user. */
  #stateFromEarlier(candidate: Candidate): 'sticky' | 'resting' | null {
    const { rule } = candidate
    const { messages } = this.#input
    let stickyTo = Infinity
    let restingTo = Infinity
    for (let from = Math.min(timedDepth, messages.length - 1); from > 0; from--) {
      const message = messages.at(-1 - from)
      if (from >= restingTo || message?.role !== 'user') continue
      const isMissing = (key: Key) => !this.#isFound(candidate, key, from, false)
      if (!rule.isConstant && candidate.keys.every(isMissing)) continue
      if (this.#missingKey(candidate, isMissing) || !this.#isDrawn(candidate, message.id)) continue
      stickyTo = from - rule.sticky
      restingTo = stickyTo - rule.cooldown
    }
    // A match counts for the prompt that followed it and for `sticky` messages more.
    if (stickyTo <= 0 && rule.sticky > 0) return 'sticky'
    return restingTo <= 0 ? 'resting' : null
  }

  #isDrawn({ rule, outcome }: Candidate, messageId: string): boolean {
    if (rule.probability >= 100) return true
    const random = seededRandom(`${this.#input.seed}\n${messageId}\n${outcome.book} ${outcome.entry}`)
    return random() * 100 < rule.probability
  }

  /** Leaves out those that chance decides against, and all but one of each group. */
  #draw(round: readonly Candidate[]): Candidate[] {
    const newest = this.#input.messages.at(-1)?.id ?? ''
    const drawn = round.filter((candidate) => {
      const isDrawn = candidate.outcome.reason === 'sticky' || this.#isDrawn(candidate, newest)
      if (!isDrawn) candidate.outcome.reason = 'chance'
      return isDrawn
    })
    const losers = new Set<Candidate>()
    for (const group of new Set(drawn.flatMap(({ rule }) => rule.groups))) {
      const members = drawn.filter((one) => one.rule.groups.includes(group) && !losers.has(one))
      const winner = this.#takenGroups.has(group) ? undefined : this.#chooseWinner(members, `${newest}\n${group}`)
      if (winner) this.#takenGroups.add(group)
      for (const member of members) if (member !== winner) losers.add(member)
    }
    for (const { outcome } of losers) outcome.reason = 'group'
    return drawn.filter((candidate) => !losers.has(candidate))
  }

  #chooseWinner(members: readonly Candidate[], name: string): Candidate | undefined {
    const sticky = members.find(({ outcome }) => outcome.reason === 'sticky')
    if (sticky) return sticky
    const first = members.filter(({ rule }) => rule.isFirstOfGroup).sort((a, b) => b.rule.order - a.rule.order)[0]
    if (first) return first
    const total = members.reduce((sum, { rule }) => sum + rule.groupWeight, 0)
    let left = seededRandom(`${this.#input.seed}\n${name}`)() * total
    for (const member of members) {
      left -= member.rule.groupWeight
      if (left < 0) return member
    }
    return members[0]
  }

  #causedBy(used: readonly Candidate[]): Candidate[] {
    const asked = new Set<Candidate>()
    for (const candidate of used) {
      if (!candidate.rule.causesEntries) continue
      const text = withHiddenKeys(candidate.rule.text, this.#textOf(candidate))
      for (const owner of this.#keys.scanEntry(text, candidate.index)) asked.add(owner)
      if (!this.#keys.scanEntryForExpressions(text, candidate.index)) continue
      for (const other of this.#candidates) if (other.rule.regex !== 'no') asked.add(other)
    }
    return [...asked].filter(
      (candidate) =>
        !this.#used.has(candidate) &&
        candidate.rule.isCausedByEntries &&
        candidate.outcome.reason !== 'chance' &&
        candidate.outcome.reason !== 'group' &&
        this.#isCaused(candidate, true),
    )
  }

  #textOf(candidate: Candidate): string {
    const known = this.#texts.get(candidate)
    if (known !== undefined) return known
    const { rule, outcome } = candidate
    const text = this.#input.expand(rule.text, `${outcome.book} ${outcome.entry}`).trim()
    this.#texts.set(candidate, text)
    return text
  }

  /** The most important first; one that does not fit is left out for smaller ones after it. */
  #fitBudgets(): void {
    const { books, tokens, countTokens } = this.#input
    let left = tokens
    const leftOfBooks = books.map(({ token_budget }) => readNumber(token_budget) ?? Infinity)
    const byImportance = [...this.#used].sort(
      ({ rule: a, index }, { rule: b, index: other }) =>
        Number(a.isLeftOutFirst) - Number(b.isLeftOutFirst) ||
        Number(isFixed(b)) - Number(isFixed(a)) ||
        b.priority - a.priority ||
        index - other,
    )
    for (const candidate of byImportance) {
      const { outcome } = candidate
      const text = this.#textOf(candidate)
      if (isBlank(text)) {
        outcome.reason = 'empty'
        this.#used.delete(candidate)
        continue
      }
      // With its line end.
      outcome.tokens = countTokens(text) + 1
      const leftOfBook = leftOfBooks[outcome.book] ?? 0
      outcome.isUsed = outcome.tokens <= left && outcome.tokens <= leftOfBook
      if (outcome.isUsed) {
        left -= outcome.tokens
        leftOfBooks[outcome.book] = leftOfBook - outcome.tokens
      } else {
        outcome.reason = 'budget'
        this.#used.delete(candidate)
      }
    }
  }

  inserts(): LoreInsert[] {
    const { messages } = this.#input
    return [...this.#used]
      .sort((a, b) => a.rule.order - b.rule.order || a.index - b.index)
      .map((candidate) => {
        const { rule, index } = candidate
        const { place, reverseDepth } = rule
        const [text, stays] = [this.#textOf(candidate), canStay(rule)]
        if (typeof place !== 'string') {
          const depth = reverseDepth === null ? place.depth : Math.max(0, messages.length - reverseDepth)
          return { place: { role: place.role, depth }, stays, text, outcome: index }
        }
        return { place: isFixed(rule) ? place : 'recent', stays, text, outcome: index }
      })
  }
}

/** `{{hidden_key:…}}` is not in the prompt, but other entries find it. */
function withHiddenKeys(written: string, text: string): string {
  const hidden = [...written.matchAll(/\{\{\s*hidden_key\s*::?([^{}]*)\}\}/gi)].map(([, key]) => readText(key))
  return [text, ...hidden].join('\n')
}
