/** Migrations that add columns and indexes: the statements of each, which are the same on both databases. */
export const columns: Record<string, readonly string[]> = {
  /**
   * Renames columns to standard terms, and indexes unfinished replies by a column that does not change: an index on
   * `updated_at` makes PostgreSQL write every index of `messages` again at each flush of a partial reply (no HOT update).
   */
  '006-standard-names': [
    'alter table users rename column is_house to is_system',
    'alter table characters rename column cast_slug to sample_slug',
    'alter table messages rename column client_key to idempotency_key',
    'alter table messages rename column author to role',
    'drop index messages_streaming',
    "create index messages_streaming on messages (id) where status = 'streaming'",
  ],
  /**
   * A conversation exists before its first message. Conversations made before this migration began with a message, so
   * they count as started. The partial index serves the purge of those that never start.
   */
  '007-conversation-start': [
    'alter table conversations add column started_at bigint',
    'update conversations set started_at = created_at',
    'create index conversations_not_started on conversations (created_at) where started_at is null',
  ],
  /**
   * Marks the messages whose text a client sent as the beginning of a conversation, and the reports of them.
   *
   * Of older messages, a complete reply without a model was not generated here: it is seeded, unless it is the greeting,
   * and so is everything before it. Where this is unknown, a message counts as not seeded.
   */
  '009-seeded-messages': [
    'alter table messages add column is_seeded integer default 0 not null',
    'alter table reports add column is_seeded integer default 0 not null',
    `update messages set is_seeded = 1 from (
        select conversation_id, max(depth) as last from messages
        where role = 'character' and status = 'complete' and model is null and depth > 0 group by conversation_id
      ) as seed
      where messages.conversation_id = seed.conversation_id and messages.depth <= seed.last
        and (messages.role = 'user' or (messages.status = 'complete' and messages.model is null))`,
  ],
  /** What a conversation shows of its character once the user has lost access to it. Existing ones keep today's values. */
  '010-conversation-character': [
    "alter table conversations add column character_name text default '' not null",
    "alter table conversations add column character_avatar text default '' not null",
    "alter table conversations add column character_category text default '' not null",
    `update conversations set (character_name, character_avatar, character_category) =
      (select name, avatar, category from characters where characters.id = conversations.character_id)`,
  ],
  /** Conversations that are purged unless they get a reply, and an index for the purge of deleted ones. */
  '011-conversation-expiry': [
    'alter table conversations add column expires_at bigint',
    'update conversations set expires_at = created_at + 86400000 where started_at is null',
    'drop index conversations_not_started',
    'create index conversations_expiry on conversations (expires_at) where expires_at is not null',
    'create index conversations_provisional on conversations (user_id, created_at) where expires_at is not null',
    'create index conversations_deleted on conversations (deleted_at) where deleted_at is not null',
  ],
  /** How many of a day's messages were refunded. */
  '012-daily-refunds': ['alter table daily_messages add column refunded integer default 0 not null'],
  /** A request to stop a reply, for the instance that generates it. */
  '013-stop-requests': ['alter table messages add column stop_requested_at bigint'],
  /** Why the model ended a reply. Replies written before this migration have no reason. */
  '014-message-finish': ['alter table messages add column finish text'],
  /** The name by which characters call a user. */
  '015-player-name': ['alter table users add column player_name text'],
  /** Whether a premium account has switched the chat filter on for itself. */
  '019-chat-filter': ['alter table users add column chat_filter integer default 0 not null'],
  /** Whether the classifier did not answer while a reply was generated. */
  '021-unchecked-replies': ['alter table messages add column is_unchecked integer default 0 not null'],
  /** What choosing, deleting and editing versions of messages needs to remember. */
  '024-message-versions': [
    'alter table messages add column last_leaf_id text',
    'alter table messages add column hidden_by text',
    'alter table messages add column is_edited integer default 0 not null',
  ],
  /** Indexes for the purge of deleted characters. The account of the sample characters has the product's name. */
  '025-purge-characters': [
    'create index characters_deleted on characters (deleted_at) where deleted_at is not null',
    'create index conversations_character on conversations (character_id)',
    "update users set display_name = 'Troupe' where is_system = 1 and display_name = 'troupe'",
  ],
  /** Conversations that their users have pinned or archived. */
  '027-pinned-conversations': [
    'alter table conversations add column pinned_at bigint',
    'alter table conversations add column archived_at bigint',
    `create index conversations_pinned on conversations (user_id, updated_at desc, id desc)
      where pinned_at is not null`,
    `create index conversations_archived on conversations (user_id, updated_at desc, id desc)
      where archived_at is not null`,
  ],
  /** Names of branches, each on the message at which its branch begins. */
  '029-branch-names': ['alter table messages add column branch_name text'],
  /** The replies that the classifier has still to look at, few among all messages. */
  '031-unchecked-index': ['create index messages_unchecked on messages (id) where is_unchecked = 1'],
  /** Whether what was written about messages is out of date: the trigger of 053 notes it. */
  '035-stale-memory': ['alter table memory_blocks add column is_stale integer default 0 not null'],
  /** Who still speaks in a round, so that one that a restart has cut off can go on. */
  '036-round-queue': ['alter table messages add column round_queue text'],
  /**
   * Several decisions about one target can be appealed at the same time: `flags_one_appeal` already allows one appeal for each.
   * Requests for the review of a rule refer to no decision, and share a flag as reports do.
   */
  '037-appeals': [
    'drop index flags_one_open',
    `create unique index flags_one_open on flags (target_type, target_id, category)
      where status in ('open', 'acknowledged') and (category <> 'appeal' or previous_flag_id is null)`,
  ],
  /** Summaries that the user has corrected, kept for a review when they are written again. */
  '039-corrected-summaries': ['alter table memory_blocks add column corrected_summary text'],
  /**
   * What imports, copies, histories and edits have stored in a conversation. Older conversations count as 0: which of their
   * messages were copied or edited away is not recorded, and reading all messages would take too long.
   */
  '040-added-text': [
    'alter table conversations add column added_bytes bigint default 0 not null',
    'create index conversations_added on conversations (user_id, added_bytes) where added_bytes > 0',
  ],
  /** Its table is gone: 064. */
  '042-model-refusals': [],
  /** What a message is a copy of, so that it can be removed with it. Of older copies this is not known. */
  '043-copied-messages': [
    'alter table messages add column copied_from text',
    'create index messages_copied_from on messages (copied_from) where copied_from is not null',
  ],
  /** Authors say how far the rating of a chat with their character may be raised, and users raise it for a conversation. */
  '045-chat-ratings': [
    "alter table characters add column max_chat_rating text default 'general' not null",
    "update characters set max_chat_rating = 'mature' where sample_slug is not null",
    'alter table conversations add column content_rating text',
  ],
  /** Moderators who are no admins. */
  '046-moderators': [
    'alter table users add column is_moderator integer default 0 not null',
    'create index users_moderator on users (id) where is_moderator = 1',
  ],
  /** Messages that the user has left out of the prompts. */
  '047-excluded-messages': ['alter table messages add column is_excluded integer default 0 not null'],
  /** What moderators write to the person whom a decision affects, and the rule that they cite. */
  '049-decision-reasons': [
    "alter table flags add column reason text default '' not null",
    'alter table flags add column cited_rule text',
  ],
  /** Up to when an account has seen its notices. */
  '050-notices': ['alter table users add column notices_seen_at bigint default 0 not null'],
  /** One undecided appeal a decision: where a decision was undone and made anew, it can be appealed again. */
  '051-appeals-of-new-decisions': [
    'drop index flags_one_appeal',
    `create unique index flags_one_appeal on flags (previous_flag_id)
      where category = 'appeal' and status in ('open', 'acknowledged')`,
  ],
  /** Messages of a scene that one character alone hears, with its replies. */
  '052-whispers': ['alter table messages add column is_whisper integer default 0 not null'],
  /** Characters are sorted by a score in place of the mean: see `ratingScore` (characters/popularity/queries.ts). */
  '054-rating-score': [
    'alter table characters rename column rating_mean to rating_score',
    'alter table character_ratings add column weight double precision default 1 not null',
    'update characters set rating_score = (rating_sum + 3.0) / (rating_count + 1) where rating_count > 0',
  ],
  /** The character card from which a character was imported, as JSON: what the product does not use is exported again. */
  '055-character-cards': ["alter table characters add column card text default '' not null"],
  '057-model-refusals-as-records': [],
  /** What a model has rejected is learned again after a start, with one request. */
  '064-no-model-refusals': ['drop table if exists model_refusals'],
  /** Which characters have a background in their card. */
  '066-card-backgrounds': [
    'alter table characters add column has_background integer default 0 not null',
    `update characters set has_background = 1 where card like '%"type":"background"%'`,
  ],
  /** Conversations keep the lorebook of the revision with which they began. */
  '067-lorebooks-of-revisions': ['alter table character_revisions add column lorebook text'],
  /** Where the prompt after a reply is expected to begin. */
  '070-horizons': ['alter table messages add column horizon_id text'],
  '071-passkeys': [
    'alter table sign_in_methods add column public_key text',
    'alter table sign_in_methods add column counter bigint default 0 not null',
    'alter table users add column needs_passkey integer default 0 not null',
  ],
  /** The confirmed mail addresses of accounts. */
  '072-email': [
    'alter table users add column email text',
    'create index users_email on users (email) where email is not null',
  ],
  '077-expressions-of-replies': ['alter table messages add column expression text'],
  /** Pictures of a character's expressions, and backgrounds of characters and of conversations. */
  '078-expressions-and-backgrounds': [
    "alter table characters add column expressions text default '{}' not null",
    "alter table characters add column background text default '' not null",
    "update characters set background = '/api/characters/' || id || '/background' where has_background = 1",
    'alter table conversations add column background text',
    'create index conversations_background on conversations (background) where background is not null',
  ],
}
