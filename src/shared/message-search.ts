import { z } from 'zod'
import { Conversation } from './chat.ts'
import { type Routes, reading } from './routes.ts'

export const messageSearchLimits = { query: 200, page: 20 } as const

/** All words, phrases in quotes, and the beginning of the last word. */
const MessageSearchQuery = z.object({
  search: z.string().max(messageSearchLimits.query),
  limit: z.coerce.number().int().min(1).max(50).default(messageSearchLimits.page),
  cursor: z.string().max(500).optional(),
})
export type MessageSearchQuery = z.infer<typeof MessageSearchQuery>

export const SnippetPart = z.object({ text: z.string(), isMatch: z.boolean() })
export type SnippetPart = z.infer<typeof SnippetPart>

export const FoundMessage = z.object({
  conversation: Conversation,
  messageId: z.string(),
  /** The character who said it; null for the user. */
  speaker: z.string().nullable(),
  createdAt: z.number().int(),
  /** The text around the first match. */
  snippet: z.array(SnippetPart),
  /** False when the conversation shows another branch; null when that would take too long to find out. */
  isOnActivePath: z.boolean().nullable(),
})
export type FoundMessage = z.infer<typeof FoundMessage>

const FoundMessages = z.object({
  /** Newest first. */
  found: z.array(FoundMessage),
  /** Where to go on; there may be nothing more. A page can be short, or empty, and not be the last. */
  nextCursor: z.string().nullable(),
  /** Whether messages from before an update are still being indexed: they are found later. */
  isIndexing: z.boolean(),
})
export type FoundMessages = z.infer<typeof FoundMessages>

export const messageSearchApi = {
  'GET /api/messages': { ...reading, limit: 'searchMessages', query: MessageSearchQuery, response: FoundMessages },
} as const satisfies Routes
