import type { AccountType } from '#shared/accounts.ts'
import type { KeyScope } from '#shared/routes.ts'
import type { OwnSessionId } from './owned-id.ts'

/** An account as operations see it. The password hash is no part of it: login and password checks read it themselves. */
export interface Account {
  id: string
  username: string
  display_name: string | null
  player_name: string | null
  account_type: AccountType
  /** 1 for a moderator who is no admin. */
  is_moderator: number
  chat_filter: number
  has_memory: number
  adult_confirmed_at: number | null
  deletion_requested_at: number | null
  /** The end of a suspension. A viewer's is in the future. */
  suspended_until: number | null
  /** 1 when the account has a persona for all conversations, or for those with a character. */
  has_persona_defaults: number
  /** The announcement that the user has closed. */
  dismissed_announcement: string | null
  created_at: number
}

/** The name that others read. */
export function displayName({ display_name, username }: Pick<Account, 'display_name' | 'username'>): string {
  return display_name ?? username
}

/** The account that sent a request, and the session, or the API key, that proves it. */
export interface Viewer extends Account {
  session_id: OwnSessionId
  session_created_at: number
  /** 1 when the account has webhooks. */
  has_webhooks: number
  /** What the request may do, if it has an API key. */
  key_scope?: KeyScope
  /** Somebody without an account, who chats on this one where it has embedded a character. */
  is_guest?: true
}
