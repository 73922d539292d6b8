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
import * as scenes from './migrations/028-scenes.ts'
import * as branchNames from './migrations/029-branch-names.ts'
import * as personas from './migrations/030-personas.ts'
import * as uncheckedIndex from './migrations/031-unchecked-index.ts'
import * as messageSearch from './migrations/032-message-search.ts'
import * as conversationFolders from './migrations/033-conversation-folders.ts'
import * as memory from './migrations/034-memory.ts'
import * as staleMemory from './migrations/035-stale-memory.ts'
import * as roundQueue from './migrations/036-round-queue.ts'
import * as appeals from './migrations/037-appeals.ts'
import * as messageSearchParts from './migrations/038-message-search-parts.ts'
import * as correctedSummaries from './migrations/039-corrected-summaries.ts'
import * as addedText from './migrations/040-added-text.ts'
import * as retiredUsernames from './migrations/041-retired-usernames.ts'
import * as modelRefusals from './migrations/042-model-refusals.ts'
import * as copiedMessages from './migrations/043-copied-messages.ts'
import * as modelCosts from './migrations/044-model-costs.ts'
import * as chatRatings from './migrations/045-chat-ratings.ts'
import * as moderators from './migrations/046-moderators.ts'
import * as excludedMessages from './migrations/047-excluded-messages.ts'
import * as replyPrompts from './migrations/048-reply-prompts.ts'
import * as decisionReasons from './migrations/049-decision-reasons.ts'
import * as notices from './migrations/050-notices.ts'
import * as appealsOfNewDecisions from './migrations/051-appeals-of-new-decisions.ts'
import * as whispers from './migrations/052-whispers.ts'
import * as jobs from './migrations/053-jobs.ts'
import * as ratingScore from './migrations/054-rating-score.ts'
import * as characterCards from './migrations/055-character-cards.ts'
import * as errorRules from './migrations/056-error-rules.ts'
import * as modelRefusalRecords from './migrations/057-model-refusals-as-records.ts'
import * as cardFields from './migrations/058-card-fields.ts'
import * as characterRevisions from './migrations/059-character-revisions.ts'
import * as cardFiles from './migrations/060-card-files.ts'
import * as receipts from './migrations/061-receipts.ts'
import * as lorebooks from './migrations/062-lorebooks.ts'
import * as recallFromMessageSearch from './migrations/063-recall-from-message-search.ts'
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
  { name: '028-scenes', up: scenes.up },
  { name: '029-branch-names', up: branchNames.up },
  { name: '030-personas', up: personas.up },
  { name: '031-unchecked-index', up: uncheckedIndex.up },
  { name: '032-message-search', up: messageSearch.up },
  { name: '033-conversation-folders', up: conversationFolders.up },
  { name: '034-memory', up: memory.up },
  { name: '035-stale-memory', up: staleMemory.up },
  { name: '036-round-queue', up: roundQueue.up },
  { name: '037-appeals', up: appeals.up },
  { name: '038-message-search-parts', up: messageSearchParts.up },
  { name: '039-corrected-summaries', up: correctedSummaries.up },
  { name: '040-added-text', up: addedText.up },
  { name: '041-retired-usernames', up: retiredUsernames.up },
  { name: '042-model-refusals', up: modelRefusals.up },
  { name: '043-copied-messages', up: copiedMessages.up },
  { name: '044-model-costs', up: modelCosts.up },
  { name: '045-chat-ratings', up: chatRatings.up },
  { name: '046-moderators', up: moderators.up },
  { name: '047-excluded-messages', up: excludedMessages.up },
  { name: '048-reply-prompts', up: replyPrompts.up },
  { name: '049-decision-reasons', up: decisionReasons.up },
  { name: '050-notices', up: notices.up },
  { name: '051-appeals-of-new-decisions', up: appealsOfNewDecisions.up },
  { name: '052-whispers', up: whispers.up },
  { name: '053-jobs', up: jobs.up },
  { name: '054-rating-score', up: ratingScore.up },
  { name: '055-character-cards', up: characterCards.up },
  { name: '056-error-rules', up: errorRules.up },
  { name: '057-model-refusals-as-records', up: modelRefusalRecords.up },
  { name: '058-card-fields', up: cardFields.up },
  { name: '059-character-revisions', up: characterRevisions.up },
  { name: '060-card-files', up: cardFiles.up },
  { name: '061-receipts', up: receipts.up },
  { name: '062-lorebooks', up: lorebooks.up },
  { name: '063-recall-from-message-search', up: recallFromMessageSearch.up },
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
