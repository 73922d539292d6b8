import type { CountTokens, HistoryMessage, PromptMemory, StorySummary } from './input.ts'
import type { Window } from './plan.ts'
import { trimEnd } from './trim.ts'

/** The share of the prompt's budget that facts and passages together can use, and the most tokens of it. */
const memoryShare = 0.12
const maxMemoryTokens = 1_500
/** The share of facts of it. Passages can also use what facts leave. */
const factsShare = 0.5
/** Below this, nothing useful fits. */
const minTokens = 40
/** A passage is shortened to at most so much of the budget of all. */
const maxPassageShare = 0.5

/** The tokens that are reserved for what is remembered after the history: the same every turn, so that the window stays. */
export function memoryBudget(memory: PromptMemory | undefined, limit: number): number {
  if (!memory) return 0
  const tokens = Math.min(Math.floor(limit * memoryShare), maxMemoryTokens)
  return tokens < minTokens ? 0 : tokens
}

/** Shares of the budget of the history that may be left when the anchor moves to the end of a prepared summary. */
const leastAfterMove = 0.25
const mostAfterMove = 0.65

/**
 * The summary for a prompt whose anchor moves, and where its history begins: right after a prepared summary if that
 * leaves about as much as the low-water mark; else where the window begins, with the deepest summary that ends before it.
 * Null when the anchor stays, or nothing newer is ready.
 *
 * @param costOf the cost of one message in the prompt, in tokens
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

export interface MemoryTexts {
  facts: string
  passages: string
}

/**
 * Writes the facts and passages that fit. What the history of this prompt shows is left out, unless it is pinned.
 *
 * @param names of the player and the character
 * @param tokens the budget
 */
export function writeMemory(
  memory: PromptMemory,
  inHistory: ReadonlySet<string>,
  names: { user: string; char: string },
  { tokens, countTokens }: { tokens: number; countTokens: CountTokens },
): MemoryTexts {
  if (tokens === 0) return { facts: '', passages: '' }
  const isShown = (sources: readonly string[]) => sources.length > 0 && sources.every((id) => inHistory.has(id))
  const facts = memory.facts.filter(({ sources, isPinned }) => isPinned || !isShown(sources))
  const factLines = fitLines(
    facts.map(({ text }) => `- ${toLine(text)}`),
    Math.floor(tokens * factsShare),
    countTokens,
  )
  const left = tokens - countTokens(factLines.join('\n'))
  const passages = memory.passages.filter(({ messageId }) => !inHistory.has(messageId))
  const lines = passages.map(({ role, name, text }) => {
    const line = `- ${name ?? (role === 'user' ? names.user : names.char)}: ${toLine(text)}`
    return trimEnd(line, Math.floor(left * maxPassageShare), countTokens)
  })
  const kept = new Set(fitLines(lines, left, countTokens))
  const inOrder = passages
    .map(({ position }, at) => ({ position, line: lines[at] ?? '' }))
    .filter(({ line }) => kept.has(line))
    .sort((a, b) => a.position - b.position)
  return { facts: factLines.join('\n'), passages: inOrder.map(({ line }) => line).join('\n') }
}

/** The first lines that fit; one that does not fit is left out for smaller ones after it. */
function fitLines(lines: readonly string[], tokens: number, countTokens: CountTokens): string[] {
  let left = tokens
  return [...new Set(lines)].filter((line) => {
    const cost = countTokens(line) + 1
    if (line === '' || cost > left) return false
    left -= cost
    return true
  })
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
