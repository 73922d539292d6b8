import type { Routes } from './routes.ts'

/**
 * What changed in the account's conversations, on any device. The client reads the changed data
 * again. No schema: every page loads this file, and the schema library would add 15 kB to it.
 */
export interface AccountChange {
  /** Null when something else of the account changed: folders, added conversations. */
  conversationId: string | null
  /** The reply that began or ended, when that is the change. */
  replyId: string | null
  /** The tab that made the change, as its `x-tab-id` said; it has the result already. */
  tabId: string | null
  /** The account has a notice (shared/notices.ts); nothing else changed. */
  notices?: boolean
  /** The settings of the site, the announcement, or the plan or role of the account, have changed. */
  site?: boolean
}

/** The header with which a tab says which one it is. */
export const tabIdHeader = 'x-tab-id'

/** Events of the stream: `connected` is the first. */
export const accountEvents = { connected: 'connected', changed: 'changed' } as const

/** A stream of events. */
export const accountEventApi = {
  'GET /api/events': { access: 'signed-in', key: 'read', limit: 'events' },
} as const satisfies Routes
