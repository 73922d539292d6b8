import { type Kysely, sql } from 'kysely'
import { DatabaseUnusableError } from './database-unusable.ts'
import type { Dialect } from './dialect.ts'
import * as first from './migrations/001-first.ts'
import * as accountSettings from './migrations/002-account-settings.ts'
import * as images from './migrations/003-images.ts'
import * as subscriptions from './migrations/004-subscriptions.ts'
import * as reports from './migrations/005-reports.ts'
import * as standardNames from './migrations/006-standard-names.ts'
import * as conversationStart from './migrations/007-conversation-start.ts'
import * as trendTurns from './migrations/008-trend-turns.ts'
import * as seededMessages from './migrations/009-seeded-messages.ts'
import * as conversationCharacter from './migrations/010-conversation-character.ts'

import * as conversationExpiry from './migrations/011-conversation-expiry.ts'
import * as dailyRefunds from './migrations/012-daily-refunds.ts'

import * as stopRequests from './migrations/013-stop-requests.ts'

import * as messageFinish from './migrations/014-message-finish.ts'

import * as playerName from './migrations/015-player-name.ts'

import * as searchIndex from './migrations/016-search-index.ts'
import * as moderation from './migrations/017-moderation.ts'
import * as modelConnections from './migrations/018-model-connections.ts'
import * as chatFilter from './migrations/019-chat-filter.ts'
import * as searchAuthors from './migrations/020-search-authors.ts'
import * as uncheckedReplies from './migrations/021-unchecked-replies.ts'
import * as adminUsers from './migrations/022-admin-users.ts'
import * as paymentEvents from './migrations/023-payment-events.ts'
import * as messageVersions from './migrations/024-message-versions.ts'
import * as purgeCharacters from './migrations/025-purge-characters.ts'
import * as pictures from './migrations/026-pictures.ts'
import * as pinnedConversations from './migrations/027-pinned-conversations.ts'
import type { Database } from './schema.ts'

/** Append-only: a released migration is never edited. */
export const migrations = [
  { name: '001-first', up: first.up },
  { name: '002-account-settings', up: accountSettings.up },
  { name: '003-images', up: images.up },
  { name: '004-subscriptions', up: subscriptions.up },
  { name: '005-reports', up: reports.up },
  { name: '006-standard-names', up: standardNames.up },
  { name: '007-conversation-start', up: conversationStart.up },
  { name: '008-trend-turns', up: trendTurns.up },
  { name: '009-seeded-messages', up: seededMessages.up },
  { name: '010-conversation-character', up: conversationCharacter.up },
  { name: '011-conversation-expiry', up: conversationExpiry.up },
  { name: '012-daily-refunds', up: dailyRefunds.up },
  { name: '013-stop-requests', up: stopRequests.up },
  { name: '014-message-finish', up: messageFinish.up },
  { name: '015-player-name', up: playerName.up },
  { name: '016-search-index', up: searchIndex.up },
  { name: '017-moderation', up: moderation.up },
  { name: '018-model-connections', up: modelConnections.up },
  { name: '019-chat-filter', up: chatFilter.up },
  { name: '020-search-authors', up: searchAuthors.up },
  { name: '021-unchecked-replies', up: uncheckedReplies.up },
  { name: '022-admin-users', up: adminUsers.up },
  { name: '023-payment-events', up: paymentEvents.up },
  { name: '024-message-versions', up: messageVersions.up },
  { name: '025-purge-characters', up: purgeCharacters.up },
  { name: '026-pictures', up: pictures.up },
  { name: '027-pinned-conversations', up: pinnedConversations.up },
]

/** The key of the advisory lock. It must differ from those of other programs that use the same database. */
const lockKey = 7_250_196

/**
 * Brings the schema up to date. All pending migrations are one transaction under a lock: instances that start together
 * apply each migration once, and a crash leaves none half applied. Kysely's `Migrator` is not used, because its table
 * and its lock differ from those of existing databases.
 */
export async function migrate(db: Kysely<Database>, dialect: Dialect, now: number): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    if (dialect === 'postgres') {
      // A migration of large tables, and waiting for another instance's, take as long as they take.
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
    }
    await sql`create table if not exists schema_migrations (name text primary key, applied_at bigint not null)`.execute(
      trx,
    )
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(trx)
    const applied = new Set(rows.map((row) => row.name))
    const known = new Set(migrations.map((migration) => migration.name))
    const newer = [...applied].filter((name) => !known.has(name))
    if (newer.length > 0) {
      throw new DatabaseUnusableError(
        `This database was written by a newer version (it has ${newer.join(', ')}). Please update first.`,
      )
    }
    const pending = migrations.filter((migration) => !applied.has(migration.name))
    for (const { name, up } of pending) {
      await up(trx, dialect)
      await sql`insert into schema_migrations (name, applied_at) values (${name}, ${now})`.execute(trx)
    }
    return pending.map((migration) => migration.name)
  })
}
