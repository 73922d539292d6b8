import type { TrendTurns } from '#server/characters/popularity/trend-turns.ts'
import type { Context } from '#server/core/context.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import type { ConversationMemory } from './memory/conversation-memory.ts'
import type { HistoryCache } from './replies/history-cache.ts'
import type { LiveReplies } from './replies/live-replies.ts'
import type { ChatCharacters } from './turns/chat-characters.ts'

/** What the operations of the chat need: the server's context and the replies that are being generated here. */
export interface ChatDeps {
  context: Context
  liveReplies: LiveReplies
  trendTurns: TrendTurns
  memory: ConversationMemory
  histories: HistoryCache
  characters: ChatCharacters
  /** Counts a turn of an account in its minute. */
  assertChatRate: Limiter
}
