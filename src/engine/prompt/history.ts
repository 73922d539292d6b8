import { isBlank } from '../is-blank.ts'
import { messageOverhead } from './estimate.ts'
import type { CountTokens, HistoryMessage, PromptMessage } from './input.ts'
import { costOfInserts, writeInserts } from './memory.ts'
import type { NameChanges } from './name-changes.ts'
import { trimMiddle } from './trim.ts'

/**
 * The cost of a message in the prompt with what was inserted for it, in tokens. A message of white space is not sent.
 *
 * @example
 * messageCost({ id: 'm1', role: 'user', content: 'Hi.' }, (text) => text.length) // 7
 */
export function messageCost({ content, inserts }: HistoryMessage, countTokens: CountTokens): number {
  return isBlank(content) ? 0 : countTokens(content) + messageOverhead + costOfInserts(inserts, countTokens)
}

export interface WrittenHistory {
  /** Each message of the history, after what was inserted for it and the direction that belongs to it. */
  messages: PromptMessage[][]
  tokens: number
  dropped: string[]
}

/**
 * Converts the messages of the window to messages of the prompt. Only a window of a single message can exceed the
 * budget; its middle is cut out.
 *
 * @param tokens the cost of the messages with their directions
 * @param budget the maximum cost
 * @example
 * const history = [{ id: 'm1', role: 'character', content: 'Hi.' }]
 * writeHistory(history, 7, 100, (text) => text.length, new Map()).messages // [[{ role: 'assistant', content: 'Hi.' }]]
 */
export function writeHistory(
  messages: readonly HistoryMessage[],
  tokens: number,
  budget: number,
  countTokens: CountTokens,
  changes: NameChanges,
): WrittenHistory {
  const [first] = messages
  if (first && tokens > budget) return writeShortened(first, budget, countTokens)
  const written: PromptMessage[][] = []
  for (const message of messages) {
    if (isBlank(message.content)) continue
    const direction = changes.get(message)
    const said = { role: toPromptRole(message), content: message.content }
    // A user message, because services that cache a prompt expect system messages to change every turn.
    const before: PromptMessage[] = direction === undefined ? [] : [{ role: 'user', content: direction }]
    written.push([...writeInserts(message.inserts, written), ...before, said])
  }
  return { messages: written, tokens, dropped: [] }
}

function writeShortened(message: HistoryMessage, budget: number, countTokens: CountTokens): WrittenHistory {
  const content = trimMiddle(message.content, budget - messageOverhead, countTokens)
  if (content === '') return { messages: [], tokens: 0, dropped: ['newest message: left out'] }
  return {
    messages: [[{ role: toPromptRole(message), content }]],
    tokens: countTokens(content) + messageOverhead,
    dropped: [`newest message: ${content.length} of ${message.content.length} characters kept`],
  }
}

function toPromptRole(message: HistoryMessage): 'user' | 'assistant' {
  return message.role === 'user' ? 'user' : 'assistant'
}
