import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { countRows, findRow, insertIfNew } from '#server/db/rows.ts'
import type { MessagesTable } from '#server/db/schema/conversations.ts'
import type { AlertsTable, FlagEvidenceTable, FlagsTable, ReportsTable } from '#server/db/schema/moderation.ts'

export type FlagRow = Selectable<FlagsTable>
export type ReportRow = Selectable<ReportsTable>

/** The target of a flag, and what is wrong with it. */
export type FlagKey = Pick<FlagsTable, 'target_type' | 'target_id' | 'category'>

/** The key of the advisory lock. */
const appendLock = 7_250_197

/**
 * Lets transactions append to the audit log and the alerts one at a time, so that numbers follow the order of the commits.
 * On SQLite the single writer is the lock.
 */
export async function lockAppends(trx: Queryable, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${appendLock})`.execute(trx)
}

/** Of the partial unique index. */
const isCounted = sql<boolean>`status in ('open', 'acknowledged') and (category <> 'appeal' or previous_flag_id is null)`

/**
 * Inserts a flag, or counts one more report on the undecided flag of this target and category. The partial unique index
 * decides between concurrent reports.
 */
export function insertOrCountFlag(db: Queryable, row: Insertable<FlagsTable>): Promise<FlagRow> {
  return db
    .insertInto('flags')
    .values(row)
    .onConflict((oc) =>
      oc
        .columns(['target_type', 'target_id', 'category'])
        .where(isCounted)
        .doUpdateSet((eb) => ({
          report_count: eb('flags.report_count', '+', eb.ref('excluded.report_count')),
          severity: sql<number>`case when excluded.severity > flags.severity then excluded.severity else flags.severity end`,
          due_at: sql<number>`case when excluded.due_at < flags.due_at then excluded.due_at else flags.due_at end`,
          effect: eb.fn.coalesce('excluded.effect', 'flags.effect'),
          updated_at: eb.ref('excluded.updated_at'),
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Inserts the appeal against a decision; undefined for another one: a unique index allows one that is undecided. */
export function insertAppeal(db: Queryable, row: Insertable<FlagsTable>): Promise<FlagRow | undefined> {
  return db
    .insertInto('flags')
    .values(row)
    .onConflict((oc) =>
      oc
        .column('previous_flag_id')
        .where(sql<boolean>`category = 'appeal' and status in ('open', 'acknowledged')`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Snapshots that one flag stores. Further reports of a target that keeps changing add none. */
const evidenceMax = 10

/** Stores a snapshot unless the flag has the same one. */
export async function insertEvidence(db: Queryable, row: Selectable<FlagEvidenceTable>): Promise<void> {
  if ((await countRows(db, 'flag_evidence', { flag_id: row.flag_id })) >= evidenceMax) return
  await insertIfNew(db, 'flag_evidence', row)
}

/** The newest decided flag of a target and category. */
export const findDecidedFlag = (db: Queryable, key: FlagKey) =>
  db
    .selectFrom('flags')
    .select('id')
    .where('target_type', '=', key.target_type)
    .where('target_id', '=', key.target_id)
    .where('category', '=', key.category)
    .where('status', 'in', ['resolved', 'dismissed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

export const findReport = (
  db: Queryable,
  reporterId: string,
  key: Pick<ReportRow, 'target_type' | 'target_id' | 'category'>,
) =>
  findRow(db, 'reports', {
    reporter_id: reporterId,
    target_type: key.target_type,
    target_id: key.target_id,
    category: key.category,
  })

/** Inserts a report. False when this reporter has sent the same report before: a unique index allows one. */
export const insertReport = (db: Queryable, row: ReportRow) => insertIfNew(db, 'reports', row)

export const listOwnReports = (db: Queryable, reporterId: string) =>
  db
    .selectFrom('reports')
    .select(['target_type', 'target_id', 'category', 'note', 'is_seeded', 'created_at'])
    .where('reporter_id', '=', reporterId)
    .orderBy('created_at')
    .execute()

export type ReportWithOutcome = Awaited<ReturnType<typeof listReportOutcomes>>[number]

/** The account's newest reports with the state of their flags. */
export const listReportOutcomes = (db: Queryable, reporterId: string, limit: number) =>
  db
    .selectFrom('reports')
    .innerJoin('flags', 'flags.id', 'reports.flag_id')
    .selectAll('reports')
    .select(['flags.target_name', 'flags.status', 'flags.decided_at', 'flags.reversed_at'])
    .where('reporter_id', '=', reporterId)
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .execute()

/** Deletes the reports of an account, and their notes where they stand in flags. */
export async function deleteOwnReports(trx: Queryable, reporterId: string): Promise<void> {
  await trx
    .updateTable('flags')
    .set({ details: '' })
    .where('source', '=', 'report')
    .where(
      sql<boolean>`exists (select 1 from reports where reporter_id = ${reporterId} and flag_id = flags.id and note = flags.details)`,
    )
    .execute()
  await trx.deleteFrom('reports').where('reporter_id', '=', reporterId).execute()
}

/** The appeals of an account, and its requests for the review of a rule, with each text that was sent. */
export const listOwnAppeals = (db: Queryable, subjectId: string) =>
  db
    .selectFrom('flags')
    .leftJoin('flag_evidence as evidence', 'evidence.flag_id', 'flags.id')
    .select(['flags.previous_flag_id as decision_id', 'flags.status', 'flags.decided_at', 'flags.details'])
    .select((eb) => [
      'evidence.content as evidence',
      eb.fn.coalesce('evidence.created_at', 'flags.created_at').as('sent_at'),
    ])
    .where('flags.subject_id', '=', subjectId)
    .where('flags.category', '=', 'appeal')
    .orderBy('flags.id')
    .orderBy('evidence.id')
    .execute()

/** Takes the names of a deleted account out of the flags about it, and what it wrote in its appeals. */
export async function forgetSubject(trx: Queryable, subjectId: string): Promise<void> {
  const nameless = { summary: 'About a deleted account', target_name: '', reason: '' }
  await trx.updateTable('flags').set(nameless).where('subject_id', '=', subjectId).execute()
  const isAppeal = sql<boolean>`subject_id = ${subjectId} and category = 'appeal'`
  await trx.updateTable('flags').set({ details: '' }).where(isAppeal).execute()
  const appeals = trx.selectFrom('flags').select('id').where(isAppeal)
  await trx.deleteFrom('flag_evidence').where('flag_id', 'in', appeals).execute()
}

/** A character's message in one of the viewer's own conversations. */
export function findReceivedMessage(db: Queryable, viewerId: string, id: string) {
  return (
    db
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      // In a scene, another character than the conversation's own may have said it.
      .leftJoin('conversation_participants as speaker', (join) =>
        join
          .onRef('speaker.conversation_id', '=', 'messages.conversation_id')
          .onRef('speaker.character_id', '=', 'messages.speaker_id'),
      )
      .leftJoin('characters', (join) =>
        join.on('characters.id', '=', (eb) => eb.fn.coalesce('messages.speaker_id', 'conversations.character_id')),
      )
      .selectAll('messages')
      .select((eb) => [
        eb.fn.coalesce('messages.speaker_id', 'conversations.character_id').as('character_id'),
        eb.fn.coalesce('speaker.character_name', 'conversations.character_name').as('character_name'),
        'characters.content_rating as character_rating',
        'characters.updated_at as character_version',
      ])
      .where('messages.id', '=', id)
      .where('messages.role', '=', 'character')
      .where('messages.hidden_at', 'is', null)
      .where('conversations.user_id', '=', viewerId)
      .where('conversations.deleted_at', 'is', null)
      .executeTakeFirst()
  )
}

export type SurroundingMessage = Pick<MessagesTable, 'role' | 'content'> & {
  /** The character's name in a scene; null elsewhere, and for the player. */
  speaker: string | null
  is_seeded: number
  is_edited: number
}

/** Up to `limit` messages before a message, oldest first, and up to `limit` after it on any branch. */
export async function listSurroundingMessages(
  db: Queryable,
  message: { id: string; conversation_id: string },
  limit: number,
) {
  const columns = sql`messages.role, messages.content, messages.is_seeded, messages.is_edited, speaker.character_name as speaker`
  // `cross join`: SQLite would read all messages to join them with a path.
  const joins = sql`cross join messages
    join conversations on conversations.id = messages.conversation_id and messages.id = path.id
    left join conversation_participants as speaker on messages.role = 'character' and speaker.conversation_id = messages.conversation_id
      and speaker.character_id = coalesce(messages.speaker_id, conversations.character_id)`
  const before = await sql<SurroundingMessage>`
    with recursive path(id, parent_id, step) as (
      select id, parent_id, 0 from messages where id = ${message.id} and conversation_id = ${message.conversation_id}
      union all
      select messages.id, messages.parent_id, path.step + 1
      from path join messages on messages.id = path.parent_id where path.step < ${limit}
    )
    select ${columns} from path ${joins}
    where path.step > 0 order by messages.depth`.execute(db)
  const after = await sql<SurroundingMessage>`
    with recursive path(id, step) as (
      select id, 0 from messages where id = ${message.id} and conversation_id = ${message.conversation_id}
      union all
      select messages.id, path.step + 1
      from path join messages on messages.parent_id = path.id and messages.hidden_at is null where path.step < ${limit}
    )
    select ${columns} from path ${joins}
    where path.step > 0 order by messages.depth, messages.id limit ${limit}`.execute(db)
  return { before: before.rows, after: after.rows }
}

export type AlertRow = Selectable<AlertsTable>

/**
 * Stores alerts about flags in the transaction that changes the flags. To be called last in it, as `appendAudit`: the ids
 * are assigned in the order of the commits, so that a reader who has seen an id misses nothing below it.
 */
export async function appendAlerts(
  { dialect, clock }: Pick<Context, 'dialect' | 'clock'>,
  trx: Queryable,
  kind: AlertRow['kind'],
  flagIds: readonly string[],
): Promise<void> {
  if (flagIds.length === 0) return
  await lockAppends(trx, dialect)
  const last = await findLastAlertId(trx)
  const created_at = clock.now()
  await trx
    .insertInto('alerts')
    .values(flagIds.map((flag_id, index) => ({ id: last + index + 1, kind, flag_id, created_at })))
    .execute()
}

/** 0 before the first alert. The purge of old alerts keeps the last one. */
export async function findLastAlertId(db: Queryable): Promise<number> {
  const row = await db.selectFrom('alerts').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}
