import { isBlank } from '../is-blank.ts'
import { readText } from '../json-values.ts'
import { seededRandom } from '../seeded-random.ts'
import { type Candidate, depthOf, EntryConditions } from './entry-conditions.ts'
import { canStay, isFixed, type LoreRole, readRule } from './entry-rule.ts'
import { KeyTable } from './key-table.ts'
import type { LoreInput, LoreOutcome } from './lore-input.ts'
import { blankEntry, defaultScanDepth, type Lorebook, readNumber } from './lorebook.ts'

/** Older messages are not read. */
const maxScanDepth = 100

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
  const keys = new KeyTable<Candidate>(input.expand, input.compileRegex)
  const candidates: Candidate[] = []
  for (const [at, book] of input.books.entries()) {
    for (const entry of book.entries.keys()) candidates.push(toCandidate(book, at, entry, candidates.length, keys))
  }
  const plan = new Planner(input, candidates, keys)
  plan.run()
  return { outcomes: candidates.map(({ outcome }) => outcome), inserts: plan.inserts() }
}

function toCandidate(book: Lorebook, at: number, entry: number, index: number, table: KeyTable<Candidate>): Candidate {
  const rule = readRule(book.entries[entry] ?? blankEntry, book)
  const scanDepth = Math.min(rule.scanDepth ?? readNumber(book.scan_depth) ?? defaultScanDepth, maxScanDepth)
  const outcome: LoreOutcome = { book: at, entry, isUsed: false, reason: 'no-match' }
  const candidate: Candidate = {
    index,
    rule,
    outcome,
    scanDepth,
    keys: [],
    secondKeys: [],
    additionalKeys: [],
    excludedKeys: [],
  }
  if (!rule.entry.enabled || rule.decided !== null) return candidate
  const depth = depthOf(candidate)
  if (!rule.isConstant) candidate.keys = table.add(rule.keys, candidate, rule, depth)
  candidate.secondKeys = table.add(rule.secondKeys, candidate, rule, depth)
  candidate.additionalKeys = table.add(rule.additionalKeys, candidate, rule, depth)
  candidate.excludedKeys = table.add(rule.excludedKeys, candidate, rule, depth)
  return candidate
}

/** A round of entries that were caused by the messages, then those that each of them causes, and so on. */
class Planner {
  readonly #input: LoreInput
  readonly #candidates: readonly Candidate[]
  readonly #keys: KeyTable<Candidate>
  readonly #conditions: EntryConditions
  readonly #takenGroups = new Set<string>()
  readonly #used = new Set<Candidate>()
  readonly #texts = new Map<Candidate, string>()

  constructor(input: LoreInput, candidates: readonly Candidate[], keys: KeyTable<Candidate>) {
    this.#input = input
    this.#candidates = candidates
    this.#keys = keys
    this.#conditions = new EntryConditions(input)
  }

  run(): void {
    const depth = this.#candidates.reduce((most, candidate) => Math.max(most, depthOf(candidate)), 0)
    if (depth > 0) this.#keys.scanMessages(this.#input.messages.slice(-depth))
    let round = this.#candidates.filter((candidate) => this.#conditions.isCaused(candidate, false))
    while (round.length > 0) {
      const used = this.#draw(round)
      for (const candidate of used) this.#used.add(candidate)
      round = this.#causedBy(used)
    }
    this.#fitBudgets()
  }

  /** Leaves out those that chance decides against, and all but one of each group. */
  #draw(round: readonly Candidate[]): Candidate[] {
    const newest = this.#input.messages.at(-1)?.id ?? ''
    const drawn = round.filter((candidate) => {
      const isDrawn = candidate.outcome.reason === 'sticky' || this.#conditions.isDrawn(candidate, newest)
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
    }
    return [...asked].filter(
      (candidate) =>
        !this.#used.has(candidate) &&
        candidate.rule.isCausedByEntries &&
        candidate.outcome.reason !== 'chance' &&
        candidate.outcome.reason !== 'group' &&
        this.#conditions.isCaused(candidate, true),
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
