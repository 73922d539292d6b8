import { isBlank } from '../is-blank.ts'
import { readText } from '../json-values.ts'
import { seededRandom } from '../seeded-random.ts'
import { type Candidate, countReplies, depthOf, isCaused, isDrawn } from './entry-conditions.ts'
import { canStay, isFixed, type LoreRole, readRule } from './entry-rule.ts'
import { KeyTable } from './key-table.ts'
import type { LoreInput, LoreOutcome } from './lore-input.ts'
import { blankEntry, defaultScanDepth, type Lorebook, readNumber } from './lorebook.ts'

/** Older messages are not read. */
const maxScanDepth = 100
/** Of the texts of entries that may cause others, this many characters are read: each for every key. */
const maxCausingText = 50_000

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
 * Decides which entries of lorebooks a prompt has. Pure: the same path gives the same plan. Keys are looked for in
 * the newest messages, and in the text of each entry that is used.
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
  const { books, messages, seed, tokens, countTokens } = input
  const keys = new KeyTable<Candidate>(input.expand, input.compileRegex)
  const candidates: Candidate[] = []
  for (const [at, book] of books.entries()) {
    for (const entry of book.entries.keys()) candidates.push(toCandidate(book, at, entry, candidates.length, keys))
  }
  const replies = countReplies(input)
  const newest = messages.at(-1)?.id ?? ''
  const takenGroups = new Set<string>()
  const used = new Set<Candidate>()
  const texts = new Map<Candidate, string>()
  let readOfEntries = 0

  const depth = candidates.reduce((most, candidate) => Math.max(most, depthOf(candidate)), 0)
  if (depth > 0) keys.scanMessages(messages.slice(-depth))
  // A round of entries that were caused by the messages, then those that each of them causes, and so on.
  let round = candidates.filter((candidate) => isCaused(input, replies, candidate, false))
  while (round.length > 0) {
    const drawn = draw(round)
    for (const candidate of drawn) used.add(candidate)
    round = causedBy(drawn)
  }
  fitBudgets()
  return { outcomes: candidates.map(({ outcome }) => outcome), inserts: listInserts() }

  /** Leaves out those that chance decides against, and all but one of each group. */
  function draw(round: readonly Candidate[]): Candidate[] {
    const drawn = round.filter((candidate) => {
      const isKept = candidate.outcome.reason === 'sticky' || isDrawn(input, candidate, newest)
      if (!isKept) candidate.outcome.reason = 'chance'
      return isKept
    })
    const losers = new Set<Candidate>()
    for (const group of new Set(drawn.flatMap(({ rule }) => rule.groups))) {
      const members = drawn.filter((one) => one.rule.groups.includes(group) && !losers.has(one))
      const winner = takenGroups.has(group) ? undefined : chooseWinner(members, `${seed}\n${newest}\n${group}`)
      if (winner) takenGroups.add(group)
      for (const member of members) if (member !== winner) losers.add(member)
    }
    for (const { outcome } of losers) outcome.reason = 'group'
    return drawn.filter((candidate) => !losers.has(candidate))
  }

  function causedBy(drawn: readonly Candidate[]): Candidate[] {
    const asked = new Set<Candidate>()
    for (const candidate of drawn) {
      if (!candidate.rule.causesEntries || readOfEntries > maxCausingText) continue
      const text = withHiddenKeys(candidate.rule.text, textOf(candidate))
      readOfEntries += text.length
      for (const owner of keys.scanEntry(text, candidate.index)) asked.add(owner)
    }
    return [...asked].filter(
      (candidate) =>
        !used.has(candidate) &&
        candidate.rule.isCausedByEntries &&
        candidate.outcome.reason !== 'chance' &&
        candidate.outcome.reason !== 'group' &&
        isCaused(input, replies, candidate, true),
    )
  }

  function textOf(candidate: Candidate): string {
    const { rule, outcome } = candidate
    const text = texts.get(candidate) ?? input.expand(rule.text, `${outcome.book} ${outcome.entry}`).trim()
    texts.set(candidate, text)
    return text
  }

  /** The most important first; one that does not fit is left out for smaller ones after it. */
  function fitBudgets(): void {
    let left = tokens
    const leftOfBooks = books.map(({ token_budget }) => readNumber(token_budget) ?? Infinity)
    const byImportance = [...used].sort(
      ({ rule: a, index }, { rule: b, index: other }) =>
        Number(a.isLeftOutFirst) - Number(b.isLeftOutFirst) ||
        Number(isFixed(b)) - Number(isFixed(a)) ||
        b.priority - a.priority ||
        index - other,
    )
    for (const candidate of byImportance) {
      const { outcome } = candidate
      const text = textOf(candidate)
      const leftOfBook = leftOfBooks[outcome.book] ?? 0
      if (isBlank(text)) outcome.reason = 'empty'
      else {
        // With its line end.
        outcome.tokens = countTokens(text) + 1
        outcome.isUsed = outcome.tokens <= left && outcome.tokens <= leftOfBook
        if (!outcome.isUsed) outcome.reason = 'budget'
      }
      if (outcome.isUsed) {
        left -= outcome.tokens ?? 0
        leftOfBooks[outcome.book] = leftOfBook - (outcome.tokens ?? 0)
      } else used.delete(candidate)
    }
  }

  function listInserts(): LoreInsert[] {
    return [...used]
      .sort((a, b) => a.rule.order - b.rule.order || a.index - b.index)
      .map((candidate) => {
        const { rule, index: outcome } = candidate
        const { place, reverseDepth } = rule
        const insert = { stays: canStay(rule), text: textOf(candidate), outcome }
        if (typeof place === 'string') return { place: isFixed(rule) ? place : 'recent', ...insert }
        const depth = reverseDepth === null ? place.depth : Math.max(0, messages.length - reverseDepth)
        return { place: { role: place.role, depth }, ...insert }
      })
  }
}

function toCandidate(book: Lorebook, at: number, entry: number, index: number, table: KeyTable<Candidate>): Candidate {
  const rule = readRule(book.entries[entry] ?? blankEntry, book)
  const scanDepth = Math.min(rule.scanDepth ?? readNumber(book.scan_depth) ?? defaultScanDepth, maxScanDepth)
  const outcome: LoreOutcome = { book: at, entry, isUsed: false, reason: 'no-match' }
  const noKeys = { keys: [], secondKeys: [], additionalKeys: [], excludedKeys: [] }
  const candidate: Candidate = { index, rule, outcome, scanDepth, ...noKeys }
  if (!rule.entry.enabled || rule.decided !== null) return candidate
  const depth = depthOf(candidate)
  const add = (texts: readonly string[]) => table.add(texts, candidate, rule, depth)
  if (!rule.isConstant) candidate.keys = add(rule.keys)
  candidate.secondKeys = add(rule.secondKeys)
  candidate.additionalKeys = add(rule.additionalKeys)
  candidate.excludedKeys = add(rule.excludedKeys)
  return candidate
}

function chooseWinner(members: readonly Candidate[], seed: string): Candidate | undefined {
  const sticky = members.find(({ outcome }) => outcome.reason === 'sticky')
  if (sticky) return sticky
  const first = members.filter(({ rule }) => rule.isFirstOfGroup).sort((a, b) => b.rule.order - a.rule.order)[0]
  if (first) return first
  let left = seededRandom(seed)() * members.reduce((sum, { rule }) => sum + rule.groupWeight, 0)
  for (const member of members) {
    left -= member.rule.groupWeight
    if (left < 0) return member
  }
  return members[0]
}

/** `{{hidden_key:…}}` is not in the prompt, but other entries find it. */
function withHiddenKeys(written: string, text: string): string {
  const hidden = [...written.matchAll(/\{\{\s*hidden_key\s*::?([^{}]*)\}\}/gi)].map(([, key]) => readText(key))
  return [text, ...hidden].join('\n')
}
