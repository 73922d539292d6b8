import type { TrendTurns } from '#server/characters/popularity/trend-turns.ts'
import type { Context } from '#server/core/context.ts'
import type { LiveReplies } from './replies/live-replies.ts'

/** What the operations of the chat need: the server's context and the replies that are being generated here. */
export interface ChatDeps {
  context: Context
  liveReplies: LiveReplies
  trendTurns: TrendTurns
}
