import type { Generated } from 'kysely'
import type { AuditAction, AuditTarget } from '#shared/audit.ts'
import type { CharacterFields } from '#shared/characters.ts'
import type { FlagSource, FlagStatus, RecordedAction } from '#shared/flags.ts'
import type { FlagCategory, FlagEffect, ReportCategory, ReportTarget } from '#shared/moderation.ts'

/**
 * All tables on one page. Ids are UUIDv7 text, times integer milliseconds, booleans 0/1, JSON text.
 */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  recovery_codes: RecoveryCodesTable
  characters: CharactersTable
  character_ratings: CharacterRatingsTable
  trend_turns: TrendTurnsTable
  conversations: ConversationsTable
  character_search: SearchTable
  conversation_search: SearchTable
  user_search: SearchTable
  messages: MessagesTable
  daily_messages: DailyMessagesTable
  flags: FlagsTable
  flag_actions: FlagActionsTable
  flag_evidence: FlagEvidenceTable
  removed_content: RemovedContentTable
  reports: ReportsTable
  audit_entries: AuditEntriesTable
  alerts: AlertsTable
  websocket_tokens: WebsocketTokensTable
  subscriptions: SubscriptionsTable
  payment_customers: PaymentCustomersTable
  payment_events: PaymentEventsTable
  sandbox_customers: SandboxCustomersTable
  sandbox_subscriptions: SandboxSubscriptionsTable
  images: ImagesTable
  generated_pictures: GeneratedPicturesTable
  image_connection: ImageConnectionTable
  model_connections: ModelConnectionsTable
  model_connection_version: ModelConnectionVersionTable
  model_connection_hours: ModelConnectionHoursTable
}

export interface UsersTable {
  id: string
  username: string
  /** The username in NFKC, trimmed and case-folded; unique. */
  username_key: string
  password_hash: string
  display_name: string | null
  /** The name by which characters call the user; null until the user has chosen one. */
  player_name: string | null
  account_type: 'free' | 'premium' | 'admin'
  /** 1 where the user has switched the filter on; it counts for account types that may choose. */
  chat_filter: Generated<number>
  /** 1 for the account that owns the sample characters; login to it is impossible. */
  is_system: Generated<number>
  adult_confirmed_at: number | null
  /** When its owner asked for the account to be deleted; see accounts/deletion.ts. */
  deletion_requested_at: number | null
  /** The end of a suspension; it may be over. */
  suspended_until: Generated<number | null>
  /** When an admin gave the account Premium, whatever it pays; null without. */
  premium_granted_at: Generated<number | null>
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
  /** sha256 of the code, hex. A used code is deleted. */
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
  chat_count: Generated<number>
  rating_sum: Generated<number>
  rating_count: Generated<number>
  /** Mean stars, 0 without ratings: a column, so that the gallery can page along an index. */
  rating_mean: Generated<number>
  /** Recent interest on a logarithmic scale, comparable without recomputing: see characters/popularity/trend.ts. */
  trend: number
  /** `held` until moderators have decided, or `removed` by them: private, and it cannot be published or chatted with. */
  moderation_state: Generated<ModerationState>
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export type ModerationState = 'none' | 'held' | 'removed'

/** What a character, conversation or user is found by: see search.ts. */
export interface SearchTable {
  target_id: string
  scope: string
  text: string
}

export interface CharacterRatingsTable {
  user_id: string
  character_id: string
  stars: number
  updated_at: number
}

/** Which accounts' turns counted towards the trend of a character: see characters/popularity/trend-turns.ts. */
export interface TrendTurnsTable {
  user_id: string
  character_id: string
  /** The last such day, in days since 1970, UTC. */
  day: number
}

export interface ConversationsTable {
  id: string
  user_id: string
  character_id: string
  /** The character as it was when the conversation began: shown once the user has lost access to it. */
  character_name: string
  character_avatar: string
  character_category: string
  title: string
  /** The end of the active path through the tree. */
  active_leaf_id: string | null
  /** The reply that is being generated, null when none is: it decides whether a turn may begin. */
  running_reply_id: string | null
  /** The message at which the verbatim history of the prompt begins. */
  anchor_id: string | null
  created_at: number
  /** When its first turn began. Null before that: the conversation is not listed. */
  started_at: number | null
  /** When it is purged, unless it starts before; if a client seeded it, unless it gets a reply before. */
  expires_at: number | null
  updated_at: number
  deleted_at: number | null
  pinned_at: number | null
  /** An archived conversation is not listed. Its next turn brings it back. */
  archived_at: number | null
}

export interface MessagesTable {
  id: string
  conversation_id: string
  parent_id: string | null
  /** Number of messages before it on its path. */
  depth: number
  role: 'user' | 'character'
  content: string
  status: 'complete' | 'streaming' | 'interrupted' | 'failed' | 'redacted'
  /** `<user id>:<client message id>`, unique: repeating a send has no effect. */
  idempotency_key: string | null
  error_type: string | null
  error_message: string | null
  model: string | null
  /** Why the model ended the reply; null for a user's message, while streaming, and after a failure or a stop. */
  finish: 'stop' | 'length' | 'filter' | 'help' | null
  /** JSON of shared/chat.ts `Usage`. */
  usage: string | null
  /** 1 when a client sent the text as the beginning of a conversation: the server cannot know who wrote it. */
  is_seeded: Generated<number>
  /** 1 for a reply during whose turn the classifier did not answer: only the rules have looked at it. */
  is_unchecked: Generated<number>
  created_at: number
  /** When the text was last saved. While streaming it changes every second, otherwise the reply is abandoned. */
  updated_at: number
  hidden_at: number | null
  /** The deleted message below which it was hidden, itself included; null when it was not deleted. */
  hidden_by: string | null
  /** The leaf that was active when the user last left this version for another: choosing it leads back there. */
  last_leaf_id: string | null
  /** 1 when the user wrote the text of this reply, in place of the model's. */
  is_edited: Generated<number>
  /** When the user asked to stop the reply, on whichever instance. */
  stop_requested_at: number | null
}

export interface SubscriptionsTable {
  id: string
  user_id: string
  /** The payment provider's name: 'sandbox' or 'stripe'. */
  provider: string
  /** The provider's id; null until the provider has created the subscription. */
  provider_subscription_id: string | null
  /** The provider's last known status. An account has at most one that is incomplete, active, trialing or past_due. */
  status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled'
  /** When the provider renews it, and when it ends because it was cancelled, as last known. */
  current_period_end: number | null
  cancels_at: number | null
  /** Incremented with each report of the provider that was saved, for optimistic locking. */
  version: number
  /** When the provider was last asked for the status. */
  checked_at: number
  created_at: number
  updated_at: number
}

/** The id of an account at a payment provider. */
export interface PaymentCustomersTable {
  user_id: string
  provider: string
  customer_id: string
}

/** The state of the sandbox provider, which a real provider stores itself. */
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
  /** Active once it was paid for; what has become of it since follows from the times. */
  status: 'incomplete' | 'active'
  /** Null for subscriptions that were paid before this was recorded: the time of creation counts. */
  paid_at: number | null
  /** The end of a cancelled subscription; it may be in the future. */
  cancels_at: number | null
  /** Since when its card is declined at renewals. */
  card_fails_from: number | null
  created_at: number
}

/** Webhooks of the payment provider. One without `processed_at` is still to be processed. */
export interface PaymentEventsTable {
  /** The provider's id. The second of two deliveries of the same event is not stored. */
  id: string
  provider: string
  type: string
  subscription_id: string | null
  charge_id: string | null
  received_at: number
  attempts: number
  next_attempt_at: number
  processed_at: number | null
}

export interface DailyMessagesTable {
  user_id: string
  /** Days since 1970, UTC. */
  day: number
  /** Turns and new greetings, without those that were refunded. */
  used: number
  refunded: Generated<number>
}

export interface ImagesTable {
  /** The file's name without its extension. */
  id: string
  /** Null once the account is deleted; the sweep then deletes the picture. */
  owner_id: string | null
  bytes: number
  created_at: number
}

/** The newest pictures that an account generated: files of `images`, and portraits of the built-in illustrator. */
export interface GeneratedPicturesTable {
  id: string
  owner_id: string
  url: string
  prompt: string
  created_at: number
}

/** The image generator that an admin has connected: one row with the id 1, or none for the built-in illustrator. */
export interface ImageConnectionTable {
  id: number
  /** An id of providers/images/index.ts. */
  service: string
  base_url: string
  /** See core/secret-box.ts; null without a key. */
  encrypted_key: string | null
  /** Null: what the service uses by itself. */
  model: string | null
  /** Of both sides, in pixels. */
  size: number
  updated_at: number
}

/** Something a moderator should review. A target has at most one open or acknowledged flag of a category. */
export interface FlagsTable {
  id: string
  category: FlagCategory
  /** 1 to 5, 5 being the most urgent. */
  severity: number
  summary: string
  details: string
  target_type: ReportTarget
  target_id: string
  /** The name of the character or user when the flag was raised. */
  target_name: Generated<string>
  source: Generated<FlagSource>
  status: FlagStatus
  report_count: number
  /** The account that the flag is about: it may not decide it, and may appeal. Null where it is nobody's. */
  subject_id: string | null
  /** The last decided flag of the same target and category; for an appeal, the decision it is about. */
  previous_flag_id: string | null
  due_at: Generated<number>
  escalated_at: number | null
  claimed_by: string | null
  claimed_until: number | null
  decided_at: number | null
  decided_by: string | null
  /** What the decision changed; `held` while the target is held for it. */
  effect: FlagEffect | null
  /** 1 when the decision counts against the account. */
  strike: Generated<number>
  suspended_until: number | null
  /** When the decision was undone after an appeal. */
  reversed_at: number | null
  created_at: number
  updated_at: number
}

/** What moderators did with a flag. */
export interface FlagActionsTable {
  id: string
  flag_id: string
  actor_id: string
  action: RecordedAction
  note: string
  created_at: number
}

/** The target of a flag when it was raised, or reported again. A trigger refuses changes. */
export interface FlagEvidenceTable {
  id: string
  flag_id: string
  /** JSON: see moderation/evidence.ts. */
  content: string
  /** sha256 of `content`, hex. */
  hash: string
  created_at: number
}

/** What a held or removed character or message was before, as JSON. */
export interface RemovedContentTable {
  target_type: ReportTarget
  target_id: string
  original: string
  created_at: number
}

/** Append-only: triggers refuse changes, and each hash covers all entries before it. See moderation/audit/chain.ts. */
export interface AuditEntriesTable {
  /** From 1, without gaps. */
  seq: number
  id: string
  action: AuditAction
  /** Null for a command line. */
  actor_id: string | null
  target_type: AuditTarget
  target_id: string
  /** JSON, without texts of users. */
  facts: string
  request_id: string
  created_at: number
  previous_hash: string
  hash: string
}

/** News for the dashboard, in the order of their commits. */
export interface AlertsTable {
  id: number
  kind: 'flag_alert' | 'flag_updated'
  flag_id: string
  created_at: number
}

export interface WebsocketTokensTable {
  /** sha256, hex. A used token is deleted. */
  token_hash: string
  session_id: string
  expires_at: number
}

/** Unique for a reporter, target and category. */
export interface ReportsTable {
  id: string
  flag_id: string
  reporter_id: string
  target_type: ReportTarget
  target_id: string
  category: ReportCategory
  note: string
  /** 1 when the target is a seeded message. */
  is_seeded: Generated<number>
  created_at: number
}

export interface ModelConnectionsTable {
  id: string
  name: string
  /** An id of providers/models/services.ts. */
  service: string
  base_url: string
  /** See core/secret-box.ts; null without a key. */
  encrypted_key: string | null
  /** Null: the first chat model that the service lists. */
  model: string | null
  context_tokens: number | null
  max_reply_tokens: number | null
  /** JSON. */
  sampling: string
  is_premium_only: number
  is_enabled: number
  /** Ascending; the first is asked first. */
  position: number
  created_at: number
  updated_at: number
}

/** One row with the id 1. */
export interface ModelConnectionVersionTable {
  id: number
  version: number
}

/** What a process asked of a connection in an hour. Each process writes rows of its own, so that none is overwritten. */
export interface ModelConnectionHoursTable {
  /** Of `model_connections`, or `environment` or `detected`. */
  connection_id: string
  /** Hours since 1970. */
  hour: number
  process_id: string
  requests: number
  failures: number
  prompt_tokens: number
  reply_tokens: number
  /** JSON: how many replies took how long to their first token, see admin/models/duration-histogram.ts. */
  first_tokens: string
  succeeded_at: number | null
  failed_at: number | null
  /** What was wrong with the last failure, in plain words. */
  failure: string | null
}
