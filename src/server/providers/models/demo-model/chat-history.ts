import type { PromptMessage } from '#engine/prompt/input.ts'
import { findGivenName } from './classify-message.ts'
import { findTopic } from './topic.ts'

/** What the demo model uses of the conversation so far. Nothing is stored between requests. */
export interface ChatHistory {
  replyCount: number
  lastReply: string
  /** True if the last replies contain the text, apart from case and punctuation. */
  wasSaidRecently(text: string): boolean
  /** Topics of the user's messages, without the last two messages, newest first. */
  pastTopics: string[]
  /** The user's messages before the last one. */
  earlierMessages: string[]
  /** The name by which the user last introduced themselves. */
  givenName: string | null
  /** True if any reply has the text. */
  wasEverSaid(text: string): boolean
}

/** The number of messages in which a repetition would be noticed. */
const recentMessages = 16

export function readChatHistory(messages: readonly PromptMessage[]): ChatHistory {
  const replies = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  const userMessages = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const recent = replies.slice(-recentMessages).map(normalise).join('\n')
  const pastTopics = userMessages
    .slice(-recentMessages, -2)
    .reverse()
    .map((message) => findTopic(message.slice(0, 600))?.phrase ?? '')
    .filter((phrase) => phrase !== '')
  return {
    replyCount: replies.length,
    lastReply: replies.at(-1) ?? '',
    wasSaidRecently: (text) => recent.includes(normalise(text)),
    pastTopics: [...new Set(pastTopics)],
    earlierMessages: userMessages.slice(0, -1),
    givenName: userMessages.reduce<string | null>(
      (name, message) => findGivenName(message.slice(0, 600)) ?? name,
      null,
    ),
    wasEverSaid: (text) => replies.some((reply) => reply.includes(text)),
  }
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .replaceAll(/\s+/g, ' ')
}
