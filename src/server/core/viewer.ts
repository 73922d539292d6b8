import type { Selectable } from 'kysely'
import type { UsersTable } from '#server/db/schema/accounts.ts'
import type { KeyScope } from '#shared/routes.ts'
import type { OwnSessionId } from './owned-id.ts'

/** The columns of an account that operations see. */
export const accountColumns = [
  'users.id',
  'users.username',
  'users.display_name',
  'users.player_name',
  'users.account_type',
  'users.is_moderator',
  'users.chat_filter',
  'users.has_memory',
  'users.adult_confirmed_at',
  'users.deletion_requested_at',
  'users.suspended_until',
  'users.has_persona_defaults',
  'users.dismissed_announcement',
  'users.created_at',
] as const

type NameOf<Column> = Column extends `users.${infer Name extends keyof UsersTable}` ? Name : never

/** An account as operations see it. The password hash is no part of it: login and password checks read it themselves. */
export type Account = Pick<Selectable<UsersTable>, NameOf<(typeof accountColumns)[number]>>

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
