import type { CountTokens, HistoryLine, PromptMessage } from './input.ts'
import { trimMiddle } from './trim.ts'
import { messageOverhead } from './write.ts'

/** Lines of history as messages of the prompt. */

/** What one line costs in the prompt, in tokens; a line of white space is not sent and costs nothing. */
export function lineCost(line: HistoryLine, countTokens: CountTokens): number {
  return isBlank(line) ? 0 : (line.tokens ?? countTokens(line.content)) + messageOverhead
}

export interface SaidHistory {
  messages: PromptMessage[]
  tokens: number
  dropped: string[]
}

/**
 * The lines as messages. Only a line that stands alone can be larger than the room; it loses its middle.
 *
 * @param tokens what the lines cost together
 * @param room what they may cost
 */
export function sayHistory(
  lines: readonly HistoryLine[],
  tokens: number,
  room: number,
  countTokens: CountTokens,
): SaidHistory {
  const [only] = lines
  if (only && tokens > room) return sayShortened(only, room, countTokens)
  const messages: PromptMessage[] = []
  for (const line of lines) if (!isBlank(line)) messages.push({ role: roleOf(line), content: line.content })
  return { messages, tokens, dropped: [] }
}

function sayShortened(line: HistoryLine, room: number, countTokens: CountTokens): SaidHistory {
  const content = trimMiddle(line.content, room - messageOverhead, countTokens)
  if (content === '') return { messages: [], tokens: 0, dropped: ['newest message: left out'] }
  return {
    messages: [{ role: roleOf(line), content }],
    tokens: countTokens(content) + messageOverhead,
    dropped: [`newest message: ${content.length} of ${line.content.length} characters kept`],
  }
}

function roleOf(line: HistoryLine): 'user' | 'assistant' {
  return line.role === 'user' ? 'user' : 'assistant'
}

function isBlank(line: HistoryLine): boolean {
  return line.content.trim() === ''
}
