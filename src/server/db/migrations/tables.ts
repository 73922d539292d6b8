import { onRemovedMessage, type Step } from './step.ts'

const cardFiles = (bytes: 'bytea' | 'blob') => `create table card_files (
    id text primary key,
    owner_id text not null references users (id) on delete cascade,
    archive ${bytes} not null,
    bytes integer not null,
    avatar text default '' not null,
    created_at bigint not null
  )`

/** Migrations that add tables. */
export const tables: Record<string, readonly Step[]> = {
  /** Recovery codes, and accounts pending deletion. */
  '002-account-settings': [
    'alter table users add column deletion_requested_at bigint',
    `create table recovery_codes (
      user_id text not null references users (id) on delete cascade,
      code_hash text not null,
      created_at bigint not null,
      constraint recovery_codes_pk primary key (user_id, code_hash)
    )`,
  ],
  /** Pictures that authors upload or generate. */
  '003-images': [
    // The rows of a deleted account remain without an owner: they name the files to delete.
    `create table images (
      id text primary key,
      owner_id text references users (id) on delete set null,
      bytes integer not null,
      created_at bigint not null
    )`,
    'create index images_owner on images (owner_id)',
    'create index images_created on images (created_at)',
    // For the sweep, which asks whether a character uses a picture. Built-in portraits are not in this index.
    "create index characters_uploaded_avatar on characters (avatar) where avatar like '/files/%'",
  ],
  /** Subscriptions, and the state of the sandbox payment provider. */
  '004-subscriptions': [
    `create table subscriptions (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      provider text not null,
      provider_subscription_id text unique,
      status text not null,
      version integer not null,
      checked_at bigint not null,
      created_at bigint not null,
      updated_at bigint not null,
      constraint subscriptions_status check (status in
        ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled'))
    )`,
    `create unique index subscriptions_open on subscriptions (user_id)
      where status in ('incomplete', 'active', 'trialing', 'past_due')`,
    'create index subscriptions_user on subscriptions (user_id)',
    `create table payment_customers (
      user_id text not null references users (id) on delete cascade,
      provider text not null,
      customer_id text not null,
      constraint payment_customers_pk primary key (user_id, provider)
    )`,
    // The reference deletes the sandbox's rows with the account.
    `create table sandbox_customers (
      id text primary key,
      idempotency_key text not null unique,
      user_id text not null references users (id) on delete cascade,
      email text not null,
      name text not null
    )`,
    'create index sandbox_customers_user on sandbox_customers (user_id)',
    `create table sandbox_subscriptions (
      id text primary key,
      idempotency_key text not null unique,
      customer_id text not null references sandbox_customers (id) on delete cascade,
      client_secret text not null unique,
      status text not null,
      created_at bigint not null,
      constraint sandbox_subscriptions_status check (status in ('incomplete', 'active'))
    )`,
    'create index sandbox_subscriptions_customer on sandbox_subscriptions (customer_id)',
  ],
  /** Reports by users, and the flags they raise. */
  '005-reports': [
    `create table flags (
      id text primary key,
      category text not null,
      severity integer not null,
      summary text not null,
      details text not null,
      target_type text not null,
      target_id text not null,
      status text not null,
      report_count integer not null,
      evidence text not null,
      evidence_hash text not null,
      previous_flag_id text,
      created_at bigint not null,
      updated_at bigint not null,
      constraint flags_status check (status in ('open', 'acknowledged', 'resolved', 'dismissed')),
      constraint flags_target check (target_type in ('character', 'message', 'user')),
      constraint flags_severity check (severity between 1 and 5)
    )`,
    // One undecided flag per target and category, however many users report it.
    `create unique index flags_one_open on flags (target_type, target_id, category)
      where status in ('open', 'acknowledged')`,
    'create index flags_queue on flags (status, severity desc, created_at, id)',
    'create index flags_history on flags (target_type, target_id, created_at)',
    `create table reports (
      id text primary key,
      flag_id text not null references flags (id) on delete cascade,
      reporter_id text not null references users (id) on delete cascade,
      target_type text not null,
      target_id text not null,
      category text not null,
      note text not null,
      created_at bigint not null,
      constraint reports_once unique (reporter_id, target_type, target_id, category)
    )`,
    'create index reports_flag on reports (flag_id)',
  ],
  /** The last day on which an account's turn counted towards a character's trend. */
  '008-trend-turns': [
    `create table trend_turns (
      user_id text not null references users (id) on delete cascade,
      character_id text not null references characters (id) on delete cascade,
      day integer not null,
      constraint trend_turns_pk primary key (user_id, character_id)
    )`,
    'create index trend_turns_character on trend_turns (character_id)',
  ],
  /** The models that admins connect, and what each did by the hour. */
  '018-model-connections': [
    `create table model_connections (
      id text primary key,
      name text not null,
      service text not null,
      base_url text not null,
      encrypted_key text,
      model text,
      context_tokens integer,
      max_reply_tokens integer,
      sampling text not null,
      is_premium_only integer not null,
      is_enabled integer not null,
      position integer not null,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    // One row, which every change increments: other instances compare it.
    `create table model_connection_version (
      id integer primary key,
      version bigint not null
    )`,
    'insert into model_connection_version (id, version) values (1, 0)',
    `create table model_connection_hours (
      connection_id text not null,
      hour integer not null,
      process_id text not null,
      requests integer not null,
      failures integer not null,
      prompt_tokens bigint not null,
      reply_tokens bigint not null,
      first_tokens text not null,
      succeeded_at bigint,
      failed_at bigint,
      failure text,
      constraint model_connection_hours_key primary key (connection_id, hour, process_id)
    )`,
  ],
  /** Webhooks of the payment provider, and the periods and cancellations of subscriptions. */
  '023-payment-events': [
    `create table payment_events (
      id text primary key,
      provider text not null,
      type text not null,
      subscription_id text,
      charge_id text,
      received_at bigint not null,
      attempts integer not null,
      next_attempt_at bigint not null,
      processed_at bigint
    )`,
    'create index payment_events_pending on payment_events (next_attempt_at) where processed_at is null',
    'create index payment_events_processed on payment_events (processed_at) where processed_at is not null',
    'alter table subscriptions add column current_period_end bigint',
    'alter table subscriptions add column cancels_at bigint',
    `create index subscriptions_checked on subscriptions (checked_at)
      where status not in ('canceled', 'incomplete_expired')`,
    'alter table sandbox_subscriptions add column paid_at bigint',
    'alter table sandbox_subscriptions add column cancels_at bigint',
    'alter table sandbox_subscriptions add column card_fails_from bigint',
  ],
  /** The image generator that an admin has connected, and what accounts have generated. */
  '026-pictures': [
    `create table image_connection (
      id integer primary key,
      service text not null,
      base_url text not null,
      encrypted_key text,
      model text,
      size integer not null,
      updated_at bigint not null
    )`,
    `create table generated_pictures (
      id text primary key,
      owner_id text not null references users (id) on delete cascade,
      url text not null,
      prompt text not null,
      created_at bigint not null
    )`,
    'create index generated_pictures_owner on generated_pictures (owner_id, id)',
    'create index generated_pictures_url on generated_pictures (url)',
  ],
  /**
   * Scenes with several characters: who said a reply, who was present, and who takes part. The anchor of a prompt moves from
   * the conversation to the reply that was planned with it, so that it follows branches.
   */
  '028-scenes': [
    'alter table messages add column anchor_id text',
    'alter table messages add column speaker_id text',
    'alter table messages add column audience text',
    'alter table messages add column present_after text',
    `update messages set anchor_id = (
        select max(conversations.anchor_id) from conversations where conversations.active_leaf_id = messages.id
      )
      where id in (select active_leaf_id from conversations where anchor_id is not null)`,
    'alter table conversations drop column anchor_id',
    'alter table conversations add column turn_order text',
    // No reference to `characters`: one that is deleted or purged keeps its name in the conversations it took part in.
    `create table conversation_participants (
      conversation_id text not null references conversations (id) on delete cascade,
      character_id text not null,
      character_name text not null,
      character_avatar text not null,
      character_category text not null,
      position integer not null,
      joined_at bigint not null,
      left_at bigint,
      constraint conversation_participants_pk primary key (conversation_id, character_id)
    )`,
  ],
  /** Who users are in their stories, what they tell the model about a conversation, and their quick replies. */
  '030-personas': [
    `create table personas (
      id text primary key,
      owner_id text not null references users (id) on delete cascade,
      name text not null,
      description text not null,
      picture text not null,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    'create index personas_owner on personas (owner_id, id)',
    'create index personas_picture on personas (picture)',
    `create table persona_defaults (
      user_id text not null references users (id) on delete cascade,
      character_id text not null,
      persona_id text not null references personas (id) on delete cascade,
      constraint persona_defaults_key primary key (user_id, character_id)
    )`,
    'create index persona_defaults_persona on persona_defaults (persona_id)',
    'alter table users add column has_persona_defaults integer default 0 not null',
    'alter table conversations add column persona_id text',
    'alter table conversations add column notes text',
    'alter table messages add column persona_id text',
    'alter table messages add column persona_name text',
    `create table quick_replies (
      user_id text primary key references users (id) on delete cascade,
      replies text not null,
      updated_at bigint not null
    )`,
  ],
  /** Folders that users put conversations into; a conversation is in one or in none. */
  '033-conversation-folders': [
    `create table conversation_folders (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      name text not null,
      name_key text not null,
      created_at bigint not null,
      constraint conversation_folders_name unique (user_id, name_key)
    )`,
    'alter table conversations add column folder_id text references conversation_folders (id) on delete set null',
    `create index conversations_folder on conversations (folder_id, updated_at desc, id desc)
      where folder_id is not null`,
  ],
  /** What characters remember of a conversation beyond the messages in the prompt, and the jobs that write it. */
  '034-memory': [
    'alter table users add column has_memory integer default 1 not null',
    'alter table conversations add column has_memory integer',
    'alter table conversations add column memory_version integer default 0 not null',
    `create table memory_blocks (
      id text primary key,
      conversation_id text not null references conversations (id) on delete cascade,
      previous_id text,
      first_message_id text not null,
      last_message_id text not null,
      first_depth integer not null,
      last_depth integer not null,
      summary text not null,
      is_edited integer default 0 not null,
      audience text,
      passages text not null,
      vectors text,
      vector_space text,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    'create unique index memory_blocks_last_message on memory_blocks (conversation_id, last_message_id)',
    `create table memory_facts (
      id text primary key,
      conversation_id text not null references conversations (id) on delete cascade,
      text text not null,
      sources text not null,
      audience text,
      is_pinned integer default 0 not null,
      is_own integer default 0 not null,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    'create index memory_facts_conversation on memory_facts (conversation_id, id)',
    `create table memory_anchors (
      conversation_id text not null references conversations (id) on delete cascade,
      anchor_id text not null,
      block_id text,
      constraint memory_anchors_pk primary key (conversation_id, anchor_id)
    )`,
    `create table memory_jobs (
      conversation_id text primary key references conversations (id) on delete cascade,
      leaf_id text not null,
      history_tokens integer not null,
      attempts integer default 0 not null,
      due_at bigint not null,
      lease_id text,
      leased_until bigint default 0 not null,
      created_at bigint not null
    )`,
    'create index memory_jobs_due on memory_jobs (due_at)',
  ],
  /** The usernames of purged accounts, as hashes: nobody can register one and be taken for its former owner. */
  '041-retired-usernames': [
    `create table retired_usernames (
      username_hash text primary key
    )`,
  ],
  /** What the models cost, and settings that admins change in the browser. */
  '044-model-costs': [
    "alter table model_connections add column prices text default '{}' not null",
    'alter table model_connection_hours add column free_cost double precision default 0 not null',
    'alter table model_connection_hours add column premium_cost double precision default 0 not null',
    `create table instance_settings (
      name text primary key,
      value text not null,
      updated_at bigint not null
    )`,
  ],
  /** Its table is gone: 065. */
  '048-reply-prompts': [],
  /** The files that came with a character card, such as pictures of the character, as a ZIP archive. */
  '060-card-files': [
    { postgres: [cardFiles('bytea')], sqlite: [cardFiles('blob')] },
    'create index card_files_owner on card_files (owner_id)',
    "alter table characters add column card_file text default '' not null",
    "create index characters_card_file on characters (card_file) where card_file <> ''",
  ],
  /**
   * What the prompts of replies were made of. Facts and passages in them quote messages: those of a conversation are deleted
   * when one of its messages is removed.
   */
  '061-receipts': [
    `create table receipts (
      message_id text primary key references messages (id) on delete cascade,
      conversation_id text not null references conversations (id) on delete cascade,
      anchor_id text,
      inserts text not null,
      details text not null
    )`,
    'create index receipts_conversation on receipts (conversation_id)',
    onRemovedMessage(
      { trigger: 'messages_receipts', call: 'clear_receipts' },
      "update receipts set inserts = '[]' where conversation_id = new.conversation_id",
    ),
  ],
  /** Lorebooks of users, where they are used, and which characters have one in their card. */
  '062-lorebooks': [
    `create table lorebooks (
      id text primary key,
      owner_id text not null references users (id) on delete cascade,
      name text not null,
      entry_count integer not null,
      book text not null,
      created_at bigint not null,
      updated_at bigint not null,
      deleted_at bigint
    )`,
    'create index lorebooks_owner on lorebooks (owner_id)',
    'alter table conversations add column lorebooks text',
    "alter table personas add column lorebooks text default '[]' not null",
    'alter table characters add column has_lorebook integer default 0 not null',
    "update characters set has_lorebook = 1 where card like '%character_book:{%entries:[{%'",
  ],
  /**
   * The texts of the requests that models were sent, in place of the whole requests that admins had for seven days: each text
   * is stored once for its conversation. A message that is removed leaves them too.
   */
  '065-request-parts': [
    `create table request_parts (
      conversation_id text not null references conversations (id) on delete cascade,
      number integer not null,
      key text not null,
      text text not null,
      constraint request_parts_number primary key (conversation_id, number),
      constraint request_parts_key unique (conversation_id, key)
    )`,
    'alter table receipts add column request text',
    {
      postgres: [
        'drop trigger if exists messages_reply_prompts on messages',
        'drop function if exists delete_reply_prompts()',
      ],
      sqlite: ['drop trigger if exists messages_reply_prompts'],
    },
    onRemovedMessage(
      { trigger: 'messages_request_parts', call: 'delete_request_parts' },
      'delete from request_parts where conversation_id = new.conversation_id',
    ),
    'drop table if exists reply_prompts',
  ],
  /** Links with which people sign up, and the announcement that each user has closed. */
  '068-invitations': [
    `create table invitations (
      id text primary key,
      token text not null unique,
      note text not null,
      uses integer not null,
      max_uses integer not null,
      expires_at bigint,
      revoked_at bigint,
      created_at bigint not null
    )`,
    'alter table users add column invitation_id text',
    'create index users_invitation on users (invitation_id) where invitation_id is not null',
    'alter table users add column dismissed_announcement text',
  ],
  /** Ways to log in besides the password, and the sealed tokens that were used. */
  '069-sign-in-methods': [
    `create table sign_in_methods (
      id text primary key,
      kind text not null,
      key text not null,
      user_id text not null references users (id) on delete cascade,
      name text not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
    'create unique index sign_in_methods_key on sign_in_methods (kind, key)',
    'create index sign_in_methods_user on sign_in_methods (user_id)',
    `create table used_tokens (
      id text primary key,
      expires_at bigint not null
    )`,
  ],
  '073-api-keys': [
    `create table api_keys (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      name text not null,
      scope text not null,
      hash text not null unique,
      prefix text not null,
      created_at bigint not null,
      expires_at bigint,
      last_used_at bigint
    )`,
    'create index api_keys_user on api_keys (user_id)',
  ],
  '074-webhooks': [
    `create table webhooks (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      url text not null,
      events text not null,
      encrypted_secret text not null,
      failing_since bigint,
      disabled_at bigint,
      created_at bigint not null
    )`,
    'create index webhooks_user on webhooks (user_id)',
    `create table webhook_deliveries (
      id text primary key,
      webhook_id text not null references webhooks (id) on delete cascade,
      conversation_id text not null,
      type text not null,
      data text not null,
      status text default 'pending' not null,
      attempts integer default 0 not null,
      result text default '' not null,
      attempted_at bigint,
      created_at bigint not null
    )`,
    'create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id)',
    `create index webhook_deliveries_pending on webhook_deliveries (webhook_id, conversation_id, id)
      where status = 'pending'`,
  ],
  '075-embeds': [
    `create table embeds (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      character_id text not null unique references characters (id) on delete cascade,
      origins text not null,
      created_at bigint not null
    )`,
    'create index embeds_user on embeds (user_id)',
  ],
  '076-voices': [
    `create table voice_connections (
      id text primary key,
      name text not null,
      service text not null,
      base_url text not null,
      encrypted_key text,
      speech_model text,
      transcription_model text,
      voices text not null,
      speech_price double precision,
      transcription_price double precision,
      is_enabled integer not null,
      position integer not null,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    // Without a message, the sweep deletes the file and then the row.
    `create table message_sounds (
      id text primary key,
      message_id text references messages (id) on delete set null,
      owner_id text references users (id) on delete set null,
      hash text not null,
      type text not null,
      created_at bigint not null
    )`,
    'create unique index message_sounds_message on message_sounds (message_id, hash)',
    'create index message_sounds_owner on message_sounds (owner_id)',
    'create index message_sounds_created on message_sounds (created_at)',
    `create table speech_days (
      user_id text not null references users (id) on delete cascade,
      day integer not null,
      seconds integer not null,
      dollars double precision default 0 not null,
      primary key (user_id, day)
    )`,
    'create index speech_days_day on speech_days (day)',
    "alter table characters add column voice text default '' not null",
    "alter table characters add column narrator_voice text default '' not null",
  ],
}
