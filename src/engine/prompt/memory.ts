import { messageOverhead } from './estimate.ts'
import type { CountTokens, HistoryMessage, PromptInsert, PromptMemory, PromptMessage, StorySummary } from './input.ts'
import { asDirection } from './instructions.ts'
import type { Window } from './plan.ts'
import { trimEnd } from './trim.ts'

/** The share of the history's budget that the facts and passages of one prompt can use, within limits. */
const memoryShare = 0.05
const minMemoryTokens = 200
const maxMemoryTokens = 1_000
/** The most of a small window. */
const maxMemoryShare = 0.12
/** Once the anchor has its first facts and passages, a prompt adds at most this share of it, or one passage. */
const addedShare = 0.1
/** A passage is shortened to so much. */
const passageTokens = 120
const maxAddedPassages = 2
/** The share of facts of it. Passages can also use what facts leave. */
const factsShare = 0.5
/** Below this, nothing useful fits. */
const minTokens = 40
/** The tokens of a message of its own and of two headings. */
const headingTokens = 40

/**
 * The tokens of the history's budget that new facts and passages can use: an anchor moves before they are needed.
 *
 * @example
 * memoryBudget({ facts: [], passages: [], nextSummaries: [] }, 8_000) // 400
 */
export function memoryBudget(memory: PromptMemory | undefined, historyTokens: number): number {
  if (!memory) return 0
  const share = Math.min(Math.max(historyTokens * memoryShare, minMemoryTokens), maxMemoryTokens)
  return Math.floor(Math.min(share, historyTokens * maxMemoryShare))
}

/** Shares of the budget of the history that may be left when the anchor moves to the end of a prepared summary. */
const leastAfterMove = 0.25
const mostAfterMove = 0.5

/**
 * The summary for a prompt whose anchor moves, and where its history begins: right after a prepared summary if that
 * leaves about as much as the low-water mark; else where the window begins, with the deepest summary that ends before it.
 * Null when the anchor stays, or nothing newer is ready.
 *
 * @param costOf the cost of one message in the prompt, in tokens
 * @example
 * const memory = { nextSummaries: [{ id: 's1', lastMessageId: 'm1', text: 'They met.' }] }
 * chooseSummary({ history: sampleChat(6), anchor: 'm0', memory }, { start: 3, tokens: 30 }, 100, () => 10).start // 2
 */
export function chooseSummary(
  { history, anchor, memory }: { history: readonly HistoryMessage[]; anchor: string | null; memory?: PromptMemory },
  window: Window,
  historyTokens: number,
  costOf: (message: HistoryMessage) => number,
): { summary: StorySummary; start: number } | null {
  const isMoved = window.start > 0 && history[window.start]?.id !== anchor
  if (!isMoved || !memory) return null
  for (const summary of memory.nextSummaries) {
    const start = history.findIndex(({ id }) => id === summary.lastMessageId) + 1
    if (start <= window.start) return { summary, start: isAbout(start) ? start : window.start }
    if (start < history.length && isAbout(start)) return { summary, start }
  }
  return null

  function isAbout(start: number): boolean {
    if (start === 0) return false
    const tokens = history.slice(start).reduce((sum, message) => sum + costOf(message), 0)
    return tokens >= historyTokens * leastAfterMove && tokens <= historyTokens * mostAfterMove
  }
}

/**
 * Chooses the facts and passages to add. What the history of this prompt shows is left out, unless it is pinned, and so is
 * what was added before.
 *
 * @param names of the player and the character
 * @param budget the tokens that they can use
 * @example
 * const memory = { facts: [{ id: 'f1', text: 'It rains.', sources: ['m1'], isPinned: false, isDue: true }], passages: [] }
 * chooseInserts(memory, [], { user: 'Sam', char: 'Ilse' }, { budget: 200, countTokens: (text) => text.length })
 * // [{ kind: 'fact', id: 'f1', text: '- It rains.', isPinned: false }]
 */
export function chooseInserts(
  memory: PromptMemory,
  history: readonly HistoryMessage[],
  names: { user: string; char: string },
  { budget, countTokens }: { budget: number; countTokens: CountTokens },
): PromptInsert[] {
  const inHistory = new Set(history.map(({ id }) => id))
  const added = new Set(history.flatMap(({ inserts = [] }) => inserts.flatMap(toMemoryText)))
  const isFirst = added.size === 0
  const share = Math.floor(budget - headingTokens)
  const tokens = Math.floor(isFirst ? share : Math.min(share, Math.max(share * addedShare, passageTokens)))
  if (tokens < minTokens) return []
  const isShown = (sources: readonly string[]) => sources.length > 0 && sources.every((id) => inHistory.has(id))
  const facts = memory.facts
    .filter(({ sources, isPinned, isDue }) => isPinned || (!isShown(sources) && (isFirst || isDue)))
    .map(({ id, text, words, isPinned }) => ({ kind: 'fact' as const, id, text: factLine(text), words, isPinned }))
    .filter(({ text }) => !added.has(text))
  const keptFacts = fitInserts(facts, Math.floor(tokens * factsShare), countTokens)
  const left = tokens - countTokens(writeLines(keptFacts))
  const passages = memory.passages
    .filter(({ messageId }) => !inHistory.has(messageId))
    .slice(0, isFirst ? undefined : maxAddedPassages)
    .map(({ messageId, role, name, text, words, position }) => {
      const line = `- ${name ?? (role === 'user' ? names.user : names.char)}: ${toLine(text)}`
      const shortened = trimEnd(line, Math.min(share, passageTokens), countTokens)
      return { kind: 'passage' as const, id: messageId, text: shortened, words, position }
    })
    .filter(({ text }) => !added.has(text))
  const keptPassages = fitInserts(passages, left, countTokens).sort((a, b) => a.position - b.position)
  return [...keptFacts, ...keptPassages.map(({ position: _, ...passage }) => passage)]
}

/**
 * The lore that the history does not have yet, as far as it fits.
 *
 * @example
 * const reef = { kind: 'lore', id: '0 0', text: 'It is sharp.' }
 * chooseLore([reef], [], 100, (text) => text.length) // [reef]
 * chooseLore([reef], [{ id: 'm1', role: 'character', content: 'Ahoy.', inserts: [reef] }], 100, (text) => text.length) // []
 */
export function chooseLore(
  lore: readonly PromptInsert[],
  history: readonly HistoryMessage[],
  tokens: number,
  countTokens: CountTokens,
): PromptInsert[] {
  if (lore.length === 0) return []
  const known = new Set(history.flatMap(({ inserts = [] }) => inserts.map(({ text }) => text)))
  const added = lore.filter(({ text }) => !known.has(text))
  return fitInserts(added, tokens - headingTokens, countTokens)
}

const toMemoryText = ({ kind, text }: PromptInsert) => (kind === 'lore' ? [] : [text])

/**
 * A fact as it is in a prompt.
 *
 * @example
 * factLine('It\nrains.') // '- It rains.'
 */
export const factLine = (text: string) => `- ${toLine(text)}`

const headings = {
  fact: 'What is known from earlier in this story',
  passage: 'Earlier messages of this story that may matter now, oldest first',
  lore: 'What matters now about the world',
}

/**
 * Writes what is inserted for a reply: what has a depth into the messages before the reply, and returns the others, which come
 * right before it. They are user messages, as the directions in the history are, unless lore has another role.
 *
 * @example
 * writeInserts([{ kind: 'fact', id: 'f1', text: '- It rains.' }])[0].role // 'user'
 */
export function writeInserts(
  inserts: readonly PromptInsert[] = [],
  before: readonly PromptMessage[][] = [],
): PromptMessage[] {
  const texts = (['fact', 'passage', 'lore'] as const).flatMap((kind) => {
    const lines = inserts.filter((insert) => insert.kind === kind && !insert.at)
    return lines.length === 0 ? [] : [`${headings[kind]}:\n${writeLines(lines)}`]
  })
  const last: PromptMessage[] = []
  for (const { text, at } of inserts.toReversed()) {
    if (!at) continue
    const isDirection = at.role === 'system'
    const following = at.depth > 0 ? before[Math.max(0, before.length - at.depth)] : last
    const message = { role: isDirection ? 'user' : at.role, content: isDirection ? asDirection(text) : text }
    ;(following ?? last).unshift(message)
  }
  return texts.length === 0 ? last : [{ role: 'user', content: asDirection(texts.join('\n\n')) }, ...last]
}

/**
 * The cost of what is inserted, in tokens.
 *
 * @example
 * costOfInserts([], (text) => text.length) // 0
 */
export function costOfInserts(inserts: readonly PromptInsert[] | undefined, countTokens: CountTokens): number {
  return writeInserts(inserts).reduce((sum, { content }) => sum + countTokens(content) + messageOverhead, 0)
}

const writeLines = (inserts: readonly PromptInsert[]) => inserts.map(({ text }) => text).join('\n')

/** The first ones that fit; one that does not fit is left out for smaller ones after it. */
function fitInserts<Insert extends PromptInsert>(
  inserts: readonly Insert[],
  tokens: number,
  countTokens: CountTokens,
): Insert[] {
  let left = tokens
  const seen = new Set<string>()
  return inserts.filter(({ text }) => {
    const cost = countTokens(text) + 1
    if (text === '' || seen.has(text) || cost > left) return false
    seen.add(text)
    left -= cost
    return true
  })
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
