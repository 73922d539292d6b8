import { isBlank } from '../is-blank.ts'
import { seededRandom } from '../seeded-random.ts'
import { type EntryRule, isTimed } from './entry-rule.ts'
import type { Key } from './key-table.ts'
import type { LoreInput, LoreOutcome, UnusedReason } from './lore-input.ts'

/** How many messages back a match counts for entries that stay, or rest, after one. */
const timedDepth = 100

/** An entry whose use is decided. */
export interface Candidate {
  index: number
  rule: EntryRule
  outcome: LoreOutcome
  scanDepth: number
  keys: readonly Key<Candidate>[]
  secondKeys: readonly Key<Candidate>[]
  additionalKeys: readonly Key<Candidate>[]
  excludedKeys: readonly Key<Candidate>[]
}

/**
 * How many of the newest messages decide about an entry.
 *
 * @example
 * depthOf({ scanDepth: 4, rule: { sticky: 2, cooldown: 0 } }) // 104
 */
export const depthOf = ({ rule, scanDepth }: Pick<Candidate, 'rule' | 'scanDepth'>): number =>
  scanDepth + (isTimed(rule) ? timedDepth : 0)

/**
 * How many messages the character has sent on the path.
 *
 * @example
 * countReplies({ messages: [{ role: 'character' }], messagesBefore: 2 }) // 2
 */
export function countReplies({ messages, messagesBefore }: Pick<LoreInput, 'messages' | 'messagesBefore'>): number {
  // A path begins with the greeting, and alternates.
  return messages.filter(({ role }) => role === 'character').length + Math.ceil(messagesBefore / 2)
}

/**
 * Sets the outcome of an entry by its rule, its keys and time. Returns whether it is to be used, apart from draws and budgets.
 *
 * @param replies how many messages the character has sent
 * @param isAfterEntries whether the texts of entries that are used have been read
 * @example
 * isCaused({ messages: [], messagesBefore: 0 }, 0, { rule: { entry: { enabled: false } }, outcome: {} }, false) // false
 */
export function isCaused(input: LoreInput, replies: number, candidate: Candidate, isAfterEntries: boolean): boolean {
  const { rule, outcome, keys } = candidate
  const { greeting = 0, messages, messagesBefore } = input
  if (!rule.entry.enabled) return decide(outcome, false, 'disabled')
  if (isBlank(rule.text)) return decide(outcome, false, 'empty')
  if (rule.decided !== null) return decide(outcome, rule.decided === 'always', rule.decided)
  const timed = isTimed(rule) ? stateFromEarlier(input, candidate) : null
  if (timed === 'sticky') return decide(outcome, true, 'sticky')
  if (rule.greeting !== null && rule.greeting !== greeting) return decide(outcome, false, 'other-greeting')
  const isEarly = replies < rule.after || messagesBefore + messages.length < rule.delay
  if (isEarly) return decide(outcome, false, 'too-early')
  if (replies % rule.every !== 0) return decide(outcome, false, 'not-this-turn')
  if (timed === 'resting') return decide(outcome, false, 'resting')
  const missing = missingKey(candidate, 0, isAfterEntries)
  if (missing) return decide(outcome, false, missing.reason, missing.key && { key: missing.key.written })
  if (rule.isConstant) {
    const isWaiting = rule.isCausedByEntriesOnly && !isAfterEntries
    return decide(outcome, !isWaiting, isWaiting ? 'entries-only' : 'always')
  }
  const found = keys.find((key) => isFound(candidate, key, 0, isAfterEntries))
  if (!found) {
    const bad = keys.find(({ problem }) => problem)
    if (bad?.problem) return decide(outcome, false, bad.problem, { key: bad.written })
    const isInMessages = keys.some((key) => inMessages(candidate, key, 0) !== null)
    return decide(outcome, false, keys.length === 0 ? 'no-keys' : isInMessages ? 'entries-only' : 'no-match')
  }
  const { written: key, cause } = found
  const depth = rule.isCausedByEntriesOnly ? null : inMessages(candidate, found, 0)
  if (depth === null) return decide(outcome, true, 'entry', { key, cause: cause ?? 0 })
  return decide(outcome, true, 'key', { key, messageId: messages.at(-1 - depth)?.id ?? '' })
}

/**
 * Whether chance lets a match with this message count.
 *
 * @example
 * isDrawn({ seed: 's' }, { rule: { probability: 0 }, outcome: { book: 0, entry: 0 } }, 'm1') // false
 */
export function isDrawn({ seed }: Pick<LoreInput, 'seed'>, { rule, outcome }: Candidate, messageId: string): boolean {
  if (rule.probability >= 100) return true
  const random = seededRandom(`${seed}\n${messageId}\n${outcome.book} ${outcome.entry}`)
  return random() * 100 < rule.probability
}

/** What follows from the matches with earlier messages of the user. */
function stateFromEarlier(input: LoreInput, candidate: Candidate): 'sticky' | 'resting' | null {
  const { rule, keys } = candidate
  const { messages } = input
  if (!rule.isConstant && keys.every(({ found }) => found.length === 0)) return null
  let stickyTo = Infinity
  let restingTo = Infinity
  for (let from = Math.min(timedDepth, messages.length - 1); from > 0; from--) {
    const message = messages.at(-1 - from)
    if (from >= restingTo || message?.role !== 'user') continue
    if (!rule.isConstant && !keys.some((key) => isFound(candidate, key, from, false))) continue
    if (missingKey(candidate, from, false) || !isDrawn(input, candidate, message.id)) continue
    stickyTo = from - rule.sticky
    restingTo = stickyTo - rule.cooldown
  }
  // A match counts for the prompt that followed it and for `sticky` messages more.
  if (stickyTo <= 0 && rule.sticky > 0) return 'sticky'
  return restingTo <= 0 ? 'resting' : null
}

function decide(
  outcome: LoreOutcome,
  isDue: boolean,
  reason: LoreOutcome['reason'],
  details?: Partial<LoreOutcome>,
): boolean {
  outcome.reason = reason
  if (details) Object.assign(outcome, details)
  return isDue
}

/** The first condition besides the first keys that does not hold, once the first keys are found. */
function missingKey(
  candidate: Candidate,
  from: number,
  isAfterEntries: boolean,
): { reason: UnusedReason; key?: Key<Candidate> } | null {
  const { rule, keys, secondKeys, additionalKeys, excludedKeys } = candidate
  const isThere = (key: Key<Candidate>) => isFound(candidate, key, from, isAfterEntries)
  if (!rule.isConstant && !keys.some(isThere)) return null
  const excluded = excludedKeys.find(isThere)
  if (excluded) return { reason: 'excluded-keys', key: excluded }
  if (additionalKeys.length > 0 && !additionalKeys.some(isThere)) return { reason: 'additional-keys' }
  if (rule.isConstant || secondKeys.length === 0) return null
  const found = secondKeys.find(isThere)
  const absent = secondKeys.find((key) => !isThere(key))
  const reason = 'second-keys'
  if (rule.logic === 'any') return found ? null : { reason }
  if (rule.logic === 'all') return absent ? { reason, key: absent } : null
  if (rule.logic === 'not-any') return found ? { reason, key: found } : null
  return absent ? null : { reason }
}

function isFound(candidate: Candidate, key: Key<Candidate>, from: number, isAfterEntries: boolean): boolean {
  const { rule, keys } = candidate
  if (isAfterEntries && rule.isCausedByEntries && key.cause !== null) return true
  if (key.found.length === 0 || (rule.isCausedByEntriesOnly && keys.includes(key))) return false
  return inMessages(candidate, key, from) !== null
}

/** The newest message with the key, of those that the entry reads when the path ends at `from`. */
function inMessages({ scanDepth }: Candidate, { found }: Key<Candidate>, from: number): number | null {
  for (const depth of found) if (depth >= from && depth < from + scanDepth) return depth
  return null
}
