import type { HistoryLine } from './input.ts'

/**
 * The horizon: which lines of the history are in the prompt.
 *
 * Lines stand there verbatim from an anchor on. While they stay under the high-water mark the anchor stays where it is,
 * and the prompt only grows at its end: a provider's prompt cache keeps everything before. Over the mark the anchor
 * moves once, down to the low-water mark, and then rests for many turns.
 */

/** Shares of the room that is left for the history. */
export const highWater = 0.9
export const lowWater = 0.5

export interface Window {
  /** Index of the first line in the prompt; the history's length when there is none. */
  start: number
  /** Tokens of the lines from `start` on. */
  tokens: number
}

/**
 * Chooses the lines that stay. Looks at the newest lines only, never further back than the anchor or the room allows,
 * so that its cost does not grow with the chat.
 *
 * After a move the window begins with a line of the player's where it can. The newest line always stays, even when it
 * is larger than the room; shortening it is the caller's part.
 *
 * @param anchor id of the first line of the turn before; `null` or unknown: from the beginning, if that fits
 * @param room tokens there are for the history
 * @param costOf what one line costs in the prompt, in tokens
 * @example
 * const lines = ['a', 'b', 'c'].map((id) => ({ id, role: 'user', content: id }))
 * chooseWindow(lines, null, 100, () => 10) // { start: 0, tokens: 30 }
 * chooseWindow(lines, null, 30, () => 10) // { start: 2, tokens: 10 }
 */
export function chooseWindow(
  history: readonly HistoryLine[],
  anchor: string | null,
  room: number,
  costOf: (line: HistoryLine) => number,
): Window {
  const newest = history.length - 1
  let window: Window = { start: history.length, tokens: 0 }
  let low = window
  for (let start = newest; start >= 0; start--) {
    const line = history[start]
    if (!line) break
    window = { start, tokens: window.tokens + costOf(line) }
    if (start === newest || window.tokens <= room * lowWater) low = window
    if (window.tokens > room * highWater) return beginWithPlayer(history, low, costOf)
    if (line.id === anchor) break
  }
  return window
}

/** Steps over a reply that would stand at the head without the line it answers. */
function beginWithPlayer(
  history: readonly HistoryLine[],
  window: Window,
  costOf: (line: HistoryLine) => number,
): Window {
  const first = history[window.start]
  if (first?.role !== 'character' || history[window.start + 1]?.role !== 'user') return window
  return { start: window.start + 1, tokens: window.tokens - costOf(first) }
}
