import type { Generated } from 'kysely'
import type { ApiKey } from '#shared/api-keys.ts'
import type { Invitation } from '#shared/invitations.ts'
import type { SignInMethod } from '#shared/sign-in.ts'
import type { ColumnsOf } from './columns-of.ts'

export interface AccountTables {
  users: UsersTable
  sessions: SessionsTable
  recovery_codes: RecoveryCodesTable
  invitations: InvitationsTable
  sign_in_methods: SignInMethodsTable
  api_keys: ApiKeysTable
  /** Sealed tokens that were used: see accounts/sealed-tokens.ts. */
  used_tokens: { id: string; expires_at: number }
  /** The usernames of purged accounts: SHA-256 of `username_key`, hex. */
  retired_usernames: { username_hash: string }
}

export interface UsersTable {
  id: string
  username: string
  /** The username in NFKC, trimmed and case-folded; unique. */
  username_key: string
  /** Empty for an account without a password. */
  password_hash: string
  display_name: string | null
  /** The name by which characters call the user; null until the user has chosen one. */
  player_name: string | null
  account_type: 'free' | 'premium' | 'admin'
  /** 1 for an account that may use the moderation dashboard although it is no admin. */
  is_moderator: Generated<number>
  /** 1 where the user has switched the filter on; it counts for account types that may choose. */
  chat_filter: Generated<number>
  /** Whether conversations have a memory where nothing else is chosen for them. */
  has_memory: Generated<number>
  /** A confirmed address, in small letters; null without one. */
  email: Generated<string | null>
  /** 1 where the password alone does not log in: a passkey has to. */
  needs_passkey: Generated<number>
  /** 1 for the account that owns the sample characters; login to it is impossible. */
  is_system: Generated<number>
  adult_confirmed_at: number | null
  /** When its owner asked for the account to be deleted; see accounts/deletion.ts. */
  deletion_requested_at: number | null
  /** The end of a suspension; it may be over. */
  suspended_until: Generated<number | null>
  /** When an admin gave the account Premium, whatever it pays; null without. */
  premium_granted_at: Generated<number | null>
  /** 1 where `persona_defaults` has a row of the account. */
  has_persona_defaults: Generated<number>
  /** The time of the newest notice that was seen. */
  notices_seen_at: Generated<number>
  /** The announcement that the user has closed. */
  dismissed_announcement: Generated<string | null>
  /** The invitation with which the account was created. */
  invitation_id: Generated<string | null>
  created_at: number
}

/**
 * Links with which people sign up. Who created one is in the audit log. The token is readable: admins copy the link again for
 * the next person. It gives nothing but an account.
 */
export type InvitationsTable = ColumnsOf<Omit<Invitation, 'state' | 'users'>>

export interface SessionsTable {
  id: string
  /** sha256 of the cookie's secret half, hex. */
  secret_hash: string
  user_id: string
  created_at: number
  last_seen_at: number
  user_agent: string
}

export interface RecoveryCodesTable {
  user_id: string
  /** sha256 of the code, hex. A used code is deleted. */
  code_hash: string
  created_at: number
}

/** What programs send in place of a session. */
export interface ApiKeysTable extends ColumnsOf<ApiKey> {
  user_id: string
  /** sha256 of the key, hex. */
  hash: string
}

/** Ways to log in besides the password. */
export interface SignInMethodsTable extends ColumnsOf<SignInMethod> {
  /** Unique with the kind: the issuer and the subject of an OpenID provider, or the id of a passkey. */
  key: string
  user_id: string
  /** Of a passkey, base64url. */
  public_key: Generated<string | null>
  /** How often a passkey has signed, where it counts that. */
  counter: Generated<number>
}
