import type { Context } from '#server/core/context.ts'
import type { Limiter } from '#server/http/rate-limit.ts'
import type { ConversationMemory } from '../memory/conversation-memory.ts'
import type { LiveReplies } from './live-replies.ts'

/** What the operations of the chat need: the server's context and the replies that are being generated here. */
export interface ChatDeps {
  context: Context
  liveReplies: LiveReplies
  memory: ConversationMemory
  /** Counts a turn of an account in its minute. */
  assertChatRate: Limiter
}
