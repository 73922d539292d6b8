import { firstMessageSearchId } from '../schema/search.ts'
import { createIndex, createTable, dropIndex, fillTable } from './016-search-index.ts'
import { createStaleMemory } from './053-jobs.ts'
import type { Step } from './step.ts'

/** Has all messages indexed again in the background; searches say so meanwhile. */
const indexAgain: readonly Step[] = [
  'delete from message_search_backfill',
  `insert into message_search_backfill (before_message_id, next_id)
    select '~', ${firstMessageSearchId - 1} where exists (select 1 from messages)`,
]
const onDelete = `create trigger message_search_delete after delete on message_search
  begin delete from message_search_index where rowid = old.id; end`
const isFinal = "new.status in ('complete', 'interrupted') and new.content <> ''"
const isChanged = "new.status <> 'streaming' and (old.status <> new.status or old.content <> new.content)"

/** Migrations of the search of users and of messages. */
export const search: Record<string, readonly Step[]> = {
  /** Premium that an admin gave, and what the lists and figures of the admin pages are read from. */
  '022-admin-users': [
    'alter table users add column premium_granted_at bigint',
    createTable('user_search', 'users'),
    (db) =>
      fillTable(
        db,
        'user_search',
        "select id, '' as scope, username, coalesce(display_name, '') as name from users where is_system = 0",
      ),
    (db, dialect) => createIndex(db, dialect, 'user_search'),
    'create index users_account_type on users (account_type, id)',
    'create index users_suspended on users (id) where suspended_until is not null',
    'create index users_deletion on users (id) where deletion_requested_at is not null',
    'create index sessions_last_seen on sessions (last_seen_at)',
  ],
  /**
   * The index of all messages (chat/search/). Triggers note each message whose final text changed; the server indexes them
   * after the transaction. Only final text is noted: saving the text of a running reply costs nothing. The index itself is
   * created by 038.
   */
  '032-message-search': [
    {
      postgres: [
        'create table message_search_queue (id bigserial primary key, message_id text not null)',
        `create table message_search (
          id bigint primary key,
          message_id text not null unique references messages (id) on delete cascade,
          user_id text not null,
          tokens tsvector not null
        )`,
        // The tokens of most messages are longer than PostgreSQL keeps in the row by default; searches read many of them.
        'alter table message_search set (toast_tuple_target = 8160)',
        'create index message_search_user on message_search (user_id, id)',
        'create index message_search_tokens on message_search using gin (tokens) with (fastupdate = off)',
        `create function queue_message_search() returns trigger language plpgsql as $$
          begin insert into message_search_queue (message_id) values (new.id); return null; end $$`,
        `create trigger messages_search_insert after insert on messages for each row
          when (${isFinal}) execute function queue_message_search()`,
        `create trigger messages_search_update after update of status, content on messages for each row
          when (${isChanged}) execute function queue_message_search()`,
      ],
      sqlite: [
        'create table message_search_queue (id integer primary key, message_id text not null)',
        // FTS5 refers to the row by its integer key, which VACUUM does not change.
        `create table message_search (
          id integer primary key,
          message_id text not null unique references messages (id) on delete cascade,
          user_id text not null
        )`,
        `create trigger messages_search_insert after insert on messages
          when ${isFinal} begin insert into message_search_queue (message_id) values (new.id); end`,
        `create trigger messages_search_update after update of status, content on messages
          when ${isChanged} begin insert into message_search_queue (message_id) values (new.id); end`,
      ],
    },
    'create table message_search_backfill (before_message_id text not null, next_id bigint not null)',
  ],
  /**
   * On PostgreSQL, tokens begin with the part of their user's messages to which their message belongs; an instance of the
   * version before cannot add to the index. On SQLite, tokens begin with the five characters of their user: prefixes of two
   * and three letters are looked up like words, and the words that begin with a longer one are few. Merging eight segments at
   * a time writes each token less often.
   */
  '038-message-search-parts': [
    {
      postgres: ['truncate message_search', 'alter table message_search add column position integer not null'],
      sqlite: [
        'drop trigger if exists message_search_delete',
        'drop table if exists message_search_index',
        'delete from message_search',
        `create virtual table message_search_index using fts5 (tokens, content='', contentless_delete=1, detail=none,
          tokenize='ascii', prefix='7 8')`,
        "insert into message_search_index (message_search_index, rank) values ('automerge', 8)",
        onDelete,
      ],
    },
    ...indexAgain,
  ],
  /** Messages are recalled from the index of their search, which has a token of the conversation now. */
  '063-recall-from-message-search': [
    {
      postgres: ["update memory_blocks set passages = cast(passages as json) -> 'messages'"],
      sqlite: ["update memory_blocks set passages = json_extract(passages, '$.messages')"],
    },
    // Of the indexes of the memory, the ids of their messages stay: they say what a block was made of.
    'alter table memory_blocks rename column passages to message_ids',
    'alter table memory_blocks drop column vectors',
    'alter table memory_blocks drop column vector_space',
    {
      postgres: [createStaleMemory('message_ids'), 'truncate message_search'],
      sqlite: [
        'drop trigger message_search_delete',
        'delete from message_search',
        "insert into message_search_index (message_search_index) values ('delete-all')",
        onDelete,
      ],
    },
    ...indexAgain,
  ],
  /** Conversations are searched in the rows of their user, and nothing reads the table and the column any more. */
  '079-unused-contract': [
    (db, dialect) => dropIndex(db, dialect, 'conversation_search'),
    'drop table websocket_tokens',
    'alter table characters drop column has_background',
  ],
}
