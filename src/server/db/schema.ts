import type { Generated } from 'kysely'
import type { CharacterFields } from '#shared/characters.ts'
import type { FlagStatus, ReportCategory, ReportTarget } from '#shared/moderation.ts'

/**
 * All tables on one page. Ids are UUIDv7 text, times integer milliseconds, booleans 0/1, JSON text.
 */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  recovery_codes: RecoveryCodesTable
  characters: CharactersTable
  character_ratings: CharacterRatingsTable
  conversations: ConversationsTable
  messages: MessagesTable
  daily_messages: DailyMessagesTable
  flags: FlagsTable
  reports: ReportsTable
  subscriptions: SubscriptionsTable
  payment_customers: PaymentCustomersTable
  sandbox_customers: SandboxCustomersTable
  sandbox_subscriptions: SandboxSubscriptionsTable
  images: ImagesTable
}

export interface UsersTable {
  id: string
  username: string
  /** NFKC, trimmed, case-folded; unique: it decides who gets a name. */
  username_key: string
  password_hash: string
  display_name: string | null
  account_type: 'free' | 'premium' | 'admin'
  /** The sample cast's author cannot log in and is no person. */
  is_system: Generated<number>
  adult_confirmed_at: number | null
  /** When its owner asked for the account to be deleted; see accounts/deletion.ts. */
  deletion_requested_at: number | null
  created_at: number
}

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
  /** sha256 of the code, hex. A code that was used is gone. */
  code_hash: string
  created_at: number
}

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : Name

/** One column for each field an author writes: its name in snake case, booleans as 0/1. */
export type CharacterColumns = {
  [Field in keyof CharacterFields as SnakeCase<Field>]: CharacterFields[Field] extends boolean
    ? number
    : CharacterFields[Field]
}

export interface CharactersTable extends CharacterColumns {
  id: string
  owner_id: string
  /** The sample's slug, unique, so that seeding twice adds nothing; null for every other character. */
  sample_slug: string | null
  /** Lower-cased name, description and category: what the gallery's search reads. */
  search_text: string
  chat_count: Generated<number>
  rating_sum: Generated<number>
  rating_count: Generated<number>
  /** Mean stars, 0 before anyone rated: a column so that the gallery can page along an index. */
  rating_mean: Generated<number>
  /** See characters/trend.ts: decayed interest on a logarithmic scale, comparable without recomputing. */
  trend: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface CharacterRatingsTable {
  user_id: string
  character_id: string
  stars: number
  updated_at: number
}

export interface ConversationsTable {
  id: string
  user_id: string
  character_id: string
  title: string
  /** The end of the active path through the tree. */
  active_leaf_id: string | null
  /** The reply being written now; the one place that says a turn is running. */
  running_reply_id: string | null
  /** Where the verbatim history begins in the prompt (engine: the anchor). */
  anchor_id: string | null
  created_at: number
  /** When its first turn began. Null before that: the conversation is not listed, and is purged after a day. */
  started_at: number | null
  updated_at: number
  deleted_at: number | null
}

export interface MessagesTable {
  id: string
  conversation_id: string
  parent_id: string | null
  /** Steps from the root, 0 for the first line. */
  depth: number
  role: 'user' | 'character'
  content: string
  status: 'complete' | 'streaming' | 'interrupted' | 'failed' | 'redacted'
  /** `<user id>:<client message id>`, unique: the same send twice is one send. */
  idempotency_key: string | null
  error_type: string | null
  error_message: string | null
  model: string | null
  /** JSON of shared/chat.ts `Usage`. */
  usage: string | null
  created_at: number
  /** While streaming: the last flush. A reply whose flushes stopped has lost its writer. */
  updated_at: number
  hidden_at: number | null
}

export interface SubscriptionsTable {
  id: string
  user_id: string
  /** Who takes the money: 'sandbox'. */
  provider: string
  /** The provider's id; null from the moment it is wanted until the provider has made it. */
  provider_subscription_id: string | null
  /** As the provider last said. At most one of an account's is open: incomplete, active, trialing or past_due. */
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled'
  /** Counts the changes of status: a status is written only over the one it was asked for by. */
  version: number
  /** When its account last had the provider asked. */
  checked_at: number
  created_at: number
  updated_at: number
}

/** By what id a provider knows an account; the details are the provider's. */
export interface PaymentCustomersTable {
  user_id: string
  provider: string
  customer_id: string
}

/** The sandbox provider's own state: what a real one keeps on its own machines. */
export interface SandboxCustomersTable {
  id: string
  idempotency_key: string
  user_id: string
  email: string
  name: string
}

export interface SandboxSubscriptionsTable {
  id: string
  idempotency_key: string
  customer_id: string
  client_secret: string
  status: 'incomplete' | 'active'
  created_at: number
}

export interface DailyMessagesTable {
  user_id: string
  /** Days since 1970, UTC. */
  day: number
  used: number
}

export interface ImagesTable {
  /** The file's name without its extension. */
  id: string
  /** Null once the account is gone: the picture waits for the sweep. */
  owner_id: string | null
  bytes: number
  created_at: number
}

/** Something people should look at. At most one open or acknowledged flag for a target and category. */
export interface FlagsTable {
  id: string
  category: string
  /** 1 to 5: how soon it is looked at. */
  severity: number
  summary: string
  details: string
  target_type: ReportTarget
  target_id: string
  status: FlagStatus
  report_count: number
  /** JSON of what was there when it was raised; never written again. */
  evidence: string
  /** sha256 of `evidence`, hex. */
  evidence_hash: string
  /** The flag on the same thing that was decided before. */
  previous_flag_id: string | null
  created_at: number
  updated_at: number
}

/** One for a reporter, a target and a category. */
export interface ReportsTable {
  id: string
  flag_id: string
  reporter_id: string
  target_type: ReportTarget
  target_id: string
  category: ReportCategory
  note: string
  created_at: number
}
