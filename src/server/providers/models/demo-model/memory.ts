import type { PromptMessage } from '#engine/prompt/input.ts'
import { topicOf } from './topic.ts'

/** What the understudy remembers of the conversation so far. */
export interface Memory {
  /** How many times the character has spoken. */
  turn: number
  /** What they said the last time. */
  lastReply: string
  /** Whether this or nearly this was said lately. */
  saidLately(text: string): boolean
  /** What the player spoke of some turns ago, newest first. */
  past: string[]
}

/** How many replies back a line still sounds like a repetition. */
const lately = 16

export function remember(messages: readonly PromptMessage[]): Memory {
  const replies = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  const lines = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const recent = replies.slice(-lately).map(plain).join('\n')
  const past = lines
    .slice(-lately, -2)
    .reverse()
    .map((line) => topicOf(line.slice(0, 600))?.phrase ?? '')
    .filter((phrase) => phrase !== '')
  return {
    turn: replies.length,
    lastReply: replies.at(-1) ?? '',
    saidLately: (text) => recent.includes(plain(text)),
    past: [...new Set(past)],
  }
}

/** Without what differs between two renderings of the same line. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .replaceAll(/\s+/g, ' ')
}
