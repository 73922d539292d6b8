import type { HistoryMessage } from './input.ts'

/**
 * The window of the history: the messages from the anchor on. While they are below the high-water mark, the anchor
 * stays and the prompt only grows at its end, so that a provider's prompt cache keeps the prefix. Above the mark the
 * anchor moves once, far enough to reach the low-water mark, and then stays for many turns.
 */

/** Shares of the budget of the history. */
export const highWaterShare = 0.95
export const lowWaterShare = 0.4

export interface Window {
  /** The index of the first message in the prompt; the history's length if there is none. */
  start: number
  /** The cost of the messages from `start` on, in tokens. */
  tokens: number
}

/**
 * Chooses the window. Reads from the newest message back to the anchor or until the budget is used, so that the time
 * does not depend on the length of the conversation.
 *
 * After a move the window starts with a message of the user if possible. The newest message is always in the window,
 * also when it exceeds the budget; the caller then shortens it.
 *
 * @param anchor id of the first message of the previous turn; null or unknown: the first message, if all fit
 * @param budget the budget of the history, in tokens
 * @param costOf the cost of one message in the prompt, in tokens
 * @param added the cost of what comes after the history, in tokens
 * @example
 * const messages = ['a', 'b', 'c'].map((id) => ({ id, role: 'user', content: id }))
 * chooseWindow(messages, null, 100, () => 10) // { start: 0, tokens: 30 }
 * chooseWindow(messages, null, 30, () => 10) // { start: 2, tokens: 10 }
 */
export function chooseWindow(
  history: readonly HistoryMessage[],
  anchor: string | null,
  budget: number,
  costOf: (message: HistoryMessage) => number,
  added = 0,
): Window {
  const newest = history.length - 1
  let window: Window = { start: history.length, tokens: added }
  let low = window
  for (let start = newest; start >= 0; start--) {
    const message = history[start]
    if (!message) break
    window = { start, tokens: window.tokens + costOf(message) }
    if (start === newest || window.tokens <= budget * lowWaterShare) low = window
    if (window.tokens > budget * highWaterShare) return startWithUser(history, low, costOf)
    if (message.id === anchor) break
  }
  return window
}

/** Skips a reply at the start of the window, because the message it answers is not in the window. */
function startWithUser(
  history: readonly HistoryMessage[],
  window: Window,
  costOf: (message: HistoryMessage) => number,
): Window {
  const first = history[window.start]
  if (first?.role !== 'character' || history[window.start + 1]?.role !== 'user') return window
  return { start: window.start + 1, tokens: window.tokens - costOf(first) }
}
