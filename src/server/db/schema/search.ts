import type { Generated } from 'kysely'

export interface SearchTables {
  character_search: SearchTable
  conversation_search: SearchTable
  user_search: SearchTable
  message_search: MessageSearchTable
  message_search_queue: MessageSearchQueueTable
  message_search_backfill: MessageSearchBackfillTable
}

/** What a character, conversation or user is found by: see search.ts. */
export interface SearchTable {
  target_id: string
  scope: string
  text: string
}

/** Messages are indexed upwards from here in the order in which they become final; older ones downwards, in the background. */
export const firstMessageSearchId = 1_000_000_000

/**
 * An indexed message: see chat/search/. On PostgreSQL it has its tokens and its position among its user's messages, on SQLite
 * the tokens are in `message_search_index`.
 */
export interface MessageSearchTable {
  /** Searches list messages in its order. */
  id: number
  message_id: string
  user_id: string
}

/** Messages whose final text has changed since they were indexed. Triggers of `messages` write it. */
export interface MessageSearchQueueTable {
  id: Generated<number>
  message_id: string
}

/** One row while messages from before the index are being indexed, newest first. */
export interface MessageSearchBackfillTable {
  before_message_id: string
  next_id: number
}
