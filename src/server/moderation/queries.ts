import { type Insertable, type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { FlagsTable, ReportsTable } from '#server/db/schema.ts'

export type FlagRow = Selectable<FlagsTable>
export type ReportRow = Selectable<ReportsTable>

/** What a flag is about: a target and what is said to be wrong with it. */
export type FlagKey = Pick<FlagsTable, 'target_type' | 'target_id' | 'category'>

const isLookedAt = sql<boolean>`status in ('open', 'acknowledged')`

/**
 * Raises a flag, or counts one more report on the one that is already open for this target and category: the partial
 * unique index decides, however many report at once.
 */
export function raiseOrCount(db: Queryable, row: Insertable<FlagsTable>): Promise<FlagRow> {
  return db
    .insertInto('flags')
    .values(row)
    .onConflict((oc) =>
      oc
        .columns(['target_type', 'target_id', 'category'])
        .where(isLookedAt)
        .doUpdateSet((eb) => ({
          report_count: eb('flags.report_count', '+', eb.ref('excluded.report_count')),
          updated_at: eb.ref('excluded.updated_at'),
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The newest flag of this kind that was already decided. */
export function findDecidedFlag(db: Queryable, key: FlagKey) {
  return db
    .selectFrom('flags')
    .select('id')
    .where('target_type', '=', key.target_type)
    .where('target_id', '=', key.target_id)
    .where('category', '=', key.category)
    .where('status', 'in', ['resolved', 'dismissed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export function findReport(
  db: Queryable,
  reporterId: string,
  key: Pick<ReportRow, 'target_type' | 'target_id' | 'category'>,
) {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('reporter_id', '=', reporterId)
    .where('target_type', '=', key.target_type)
    .where('target_id', '=', key.target_id)
    .where('category', '=', key.category)
    .executeTakeFirst()
}

/** Whether it was taken: the unique index lets each reporter say the same thing once. */
export async function insertReport(db: Queryable, row: ReportRow): Promise<boolean> {
  const taken = await db
    .insertInto('reports')
    .values(row)
    .onConflict((oc) => oc.columns(['reporter_id', 'target_type', 'target_id', 'category']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export function listOwnReports(db: Queryable, reporterId: string) {
  return db
    .selectFrom('reports')
    .select(['target_type', 'target_id', 'category', 'note', 'created_at'])
    .where('reporter_id', '=', reporterId)
    .orderBy('created_at')
    .execute()
}

export async function deleteOwnReports(db: Queryable, reporterId: string): Promise<void> {
  await db.deleteFrom('reports').where('reporter_id', '=', reporterId).execute()
}

/** Something a character said in one of the viewer's own conversations. */
export function findHeardMessage(db: Queryable, viewerId: string, id: string) {
  return db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .innerJoin('characters', 'characters.id', 'conversations.character_id')
    .selectAll('messages')
    .select([
      'conversations.character_id',
      'characters.name as character_name',
      'characters.content_rating as character_rating',
      'characters.updated_at as character_version',
    ])
    .where('messages.id', '=', id)
    .where('messages.role', '=', 'character')
    .where('messages.hidden_at', 'is', null)
    .where('conversations.user_id', '=', viewerId)
    .where('conversations.deleted_at', 'is', null)
    .executeTakeFirst()
}

interface Around {
  role: 'user' | 'character'
  content: string
}

/** The lines of the scene before a message, oldest first, and those after it on whatever path was taken. */
export async function readSurroundingMessages(
  db: Queryable,
  message: { id: string; conversation_id: string },
  scope: number,
) {
  const before = await sql<Around>`
    with recursive path(id, parent_id, step) as (
      select id, parent_id, 0 from messages where id = ${message.id} and conversation_id = ${message.conversation_id}
      union all
      select messages.id, messages.parent_id, path.step + 1
      from path join messages on messages.id = path.parent_id where path.step < ${scope}
    )
    select messages.role, messages.content from path join messages on messages.id = path.id
    where path.step > 0 order by messages.depth`.execute(db)
  const after = await sql<Around>`
    with recursive path(id, step) as (
      select id, 0 from messages where id = ${message.id} and conversation_id = ${message.conversation_id}
      union all
      select messages.id, path.step + 1
      from path join messages on messages.parent_id = path.id and messages.hidden_at is null where path.step < ${scope}
    )
    select messages.role, messages.content from path join messages on messages.id = path.id
    where path.step > 0 order by messages.depth, messages.id limit ${scope}`.execute(db)
  return { before: before.rows, after: after.rows }
}
