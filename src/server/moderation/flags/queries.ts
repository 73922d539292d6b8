import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Context } from '#server/core/context.ts'
import { allOf } from '#server/db/all-of.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import { countRows, updateRows } from '#server/db/rows.ts'
import type { FlagActionsTable, FlagsTable } from '#server/db/schema/moderation.ts'
import type { Cursor } from '#server/http/cursor.ts'
import type { FlagQuery, FlagStatus } from '#shared/flags.ts'

/** Flags with the names that the dashboard shows. */
const selectFlags = (db: Queryable) =>
  db
    .selectFrom('flags')
    .leftJoin('users as subject', 'subject.id', 'flags.subject_id')
    .leftJoin('users as claimant', 'claimant.id', 'flags.claimed_by')
    .leftJoin('users as decider', 'decider.id', 'flags.decided_by')
    .selectAll('flags')
    .select((eb) => [
      eb.fn.coalesce('subject.display_name', 'subject.username').as('subject_name'),
      eb.fn.coalesce('claimant.display_name', 'claimant.username').as('claimant_name'),
      eb.fn.coalesce('decider.display_name', 'decider.username').as('decider_name'),
      eb
        .selectFrom('flags as struck')
        .select((struck) => struck.fn.countAll<number>().as('strikes'))
        .whereRef('struck.subject_id', '=', 'flags.subject_id')
        .where('struck.strike', '=', 1)
        .where('struck.reversed_at', 'is', null)
        .as('strikes'),
    ])

export type NamedFlag = Awaited<ReturnType<typeof listFlagsById>>[number]

export function findFlag(db: Queryable, id: string): Promise<NamedFlag | undefined> {
  return selectFlags(db).where('flags.id', '=', id).executeTakeFirst()
}

/** Locks a flag on PostgreSQL, so that a decision is not appealed and undone at once. On SQLite the single writer is the lock. */
export async function lockFlag(db: Queryable, dialect: Dialect, id: string): Promise<void> {
  if (dialect === 'postgres') await db.selectFrom('flags').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

export function listFlagsById(db: Queryable, ids: string[]) {
  return selectFlags(db).where('flags.id', 'in', ids).execute()
}

/** The other flags of the same target, newest first. */
export function listHistory(db: Queryable, flag: NamedFlag, limit: number): Promise<NamedFlag[]> {
  return selectFlags(db)
    .where('flags.target_type', '=', flag.target_type)
    .where('flags.target_id', '=', flag.target_id)
    .where('flags.id', '!=', flag.id)
    .orderBy('flags.created_at', 'desc')
    .orderBy('flags.id', 'desc')
    .limit(limit)
    .execute()
}

/** Whether the owner has deleted the target of a flag. */
export async function hasDeletedTarget(
  db: Queryable,
  { target_type, target_id }: Pick<NamedFlag, 'target_type' | 'target_id'>,
): Promise<boolean> {
  const left = {
    character: () =>
      db.selectFrom('characters').select('id').where('id', '=', target_id).where('deleted_at', 'is', null),
    message: () =>
      db
        .selectFrom('messages')
        .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
        .select('messages.id')
        .where('messages.id', '=', target_id)
        .where('messages.hidden_at', 'is', null)
        .where('conversations.deleted_at', 'is', null),
    user: () => db.selectFrom('users').select('id').where('id', '=', target_id),
  }
  return (await left[target_type]().executeTakeFirst()) === undefined
}

export type FlagFilters = Omit<FlagQuery, 'cursor' | 'sort'> & {
  sort: 'queue' | 'newest'
  after: Cursor | null
  viewerId: string
  now: number
}

export const countOpenFlags = (db: Queryable) => countRows(db, 'flags', { status: 'open' })

/** A page of flags. Ids grow with time: the oldest flag has the smallest. */
export function listFlags(db: Queryable, filters: FlagFilters): Promise<NamedFlag[]> {
  const { status, category, severity, source, targetType, targetId, subjectId, claimed, overdue } = filters
  const { after, viewerId, now } = filters
  const isQueue = filters.sort === 'queue'
  return selectFlags(db)
    .where((eb) =>
      allOf(eb, [
        status !== 'all' && eb('flags.status', '=', status),
        category !== undefined && eb('flags.category', '=', category),
        severity !== undefined && eb('flags.severity', '>=', severity),
        source !== undefined && eb('flags.source', '=', source),
        targetType !== undefined && eb('flags.target_type', '=', targetType),
        targetId !== undefined && eb('flags.target_id', '=', targetId),
        subjectId !== undefined && eb('flags.subject_id', '=', subjectId),
        claimed === 'me' && eb('flags.claimed_by', '=', viewerId).and('flags.claimed_until', '>', now),
        claimed === 'others' && eb('flags.claimed_by', '!=', viewerId).and('flags.claimed_until', '>', now),
        claimed === 'nobody' && sql<SqlBool>`coalesce(flags.claimed_until, 0) <= ${now}`,
        overdue === true && eb('flags.status', 'in', ['open', 'acknowledged']).and('flags.due_at', '<', now),
        after !== null &&
          (isQueue
            ? eb('flags.severity', '<', after.value).or(
                eb('flags.severity', '=', after.value).and('flags.id', '>', after.id),
              )
            : eb('flags.id', '<', after.id)),
      ]),
    )
    .$if(isQueue, (query) => query.orderBy('flags.severity', 'desc'))
    .orderBy('flags.id', isQueue ? 'asc' : 'desc')
    .limit(filters.limit)
    .execute()
}

/**
 * Changes a flag if it still has this status and no admin other than `actorId` has claimed it; `override` ignores claims.
 * False if that is no longer so: the condition of the update decides between concurrent admins.
 */
export async function updateUndecided(
  db: Queryable,
  { id, status, actorId, override, now }: UndecidedFlag,
  changes: Updateable<FlagsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('flags')
    .set({ ...changes, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', status)
    .$if(!override, (query) =>
      query.where((eb) =>
        eb.or([eb('claimed_by', 'is', null), eb('claimed_by', '=', actorId), eb('claimed_until', '<=', now)]),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** An undecided flag that stands in the way of opening this one again: an appeal against it, or one about the same. */
export const findUndecidedLike = (db: Queryable, flag: NamedFlag) =>
  db
    .selectFrom('flags')
    .select(['id', 'previous_flag_id'])
    .where('status', 'in', ['open', 'acknowledged'])
    .where('target_type', '=', flag.target_type)
    .where('target_id', '=', flag.target_id)
    .where((eb) =>
      eb.or([
        eb.and([eb('category', '=', 'appeal'), eb('previous_flag_id', '=', flag.id)]),
        eb.and([eb('category', '=', flag.category), eb('category', '!=', 'appeal')]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()

/** Takes the decision of an approved flag back. False when it is no longer approved. */
export async function reopenFlag(db: Queryable, id: string, { due_at, now }: { due_at: number; now: number }) {
  const undecided = { status: 'open', effect: null, strike: 0, suspended_until: null, decided_at: null } as const
  return (
    (await updateRows(
      db,
      'flags',
      { id, status: 'resolved' },
      { ...undecided, decided_by: null, reason: '', cited_rule: null, due_at, updated_at: now },
    )) > 0
  )
}

interface UndecidedFlag {
  id: string
  status: FlagStatus
  actorId: string
  override: boolean
  now: number
}

/** Ends a claim. False when this admin has none on the flag. */
export async function releaseClaim(db: Queryable, id: string, actorId: string, now: number): Promise<boolean> {
  return (
    (await updateRows(
      db,
      'flags',
      { id, claimed_by: actorId },
      { claimed_by: null, claimed_until: null, updated_at: now },
    )) > 0
  )
}

/** Corrects the effect of a decision whose target does not exist, or records when an appeal undid it. */
export const markFlag = (db: Queryable, id: string, mark: Pick<Updateable<FlagsTable>, 'effect' | 'reversed_at'>) =>
  updateRows(db, 'flags', { id }, mark)

type NewAction = Omit<Selectable<FlagActionsTable>, 'id'>

/** Records what somebody did with a flag. */
export const insertAction = ({ ids }: Context, trx: Queryable, action: NewAction) =>
  trx
    .insertInto('flag_actions')
    .values({ ...action, id: ids.uuid() })
    .execute()

/** Whether there is an admin or moderator, apart from these, who could decide now. */
export async function hasOtherModerator(
  db: Queryable,
  excludedIds: string[],
  { adminsOnly, now }: { adminsOnly: boolean; now: number },
): Promise<boolean> {
  const other = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('account_type', '=', 'admin'), ...(adminsOnly ? [] : [eb('is_moderator', '=', 1)])]))
    .where('id', 'not in', excludedIds)
    .where('deletion_requested_at', 'is', null)
    .where((eb) => eb.or([eb('suspended_until', 'is', null), eb('suspended_until', '<=', now)]))
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export type EvidenceRow = Awaited<ReturnType<typeof listEvidence>>[number]

export const listEvidence = (db: Queryable, flagId: string) =>
  db.selectFrom('flag_evidence').selectAll().where('flag_id', '=', flagId).orderBy('id').execute()

export type ReportOnFlag = Awaited<ReturnType<typeof listReportsOn>>[number]

export const listReportsOn = (db: Queryable, flagId: string, limit: number) =>
  db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.reporter_id')
    .select(['reports.id', 'reporter_id', 'note', 'is_seeded', 'reports.created_at'])
    .select((eb) => eb.fn.coalesce('users.display_name', 'users.username').as('reporter_name'))
    .where('flag_id', '=', flagId)
    .orderBy('reports.id', 'desc')
    .limit(limit)
    .execute()

export type ActionOnFlag = Awaited<ReturnType<typeof listActionsOn>>[number]

export const listActionsOn = (db: Queryable, flagId: string) =>
  db
    .selectFrom('flag_actions')
    .leftJoin('users', 'users.id', 'flag_actions.actor_id')
    .selectAll('flag_actions')
    .select((eb) => eb.fn.coalesce('users.display_name', 'users.username').as('actor_name'))
    .where('flag_id', '=', flagId)
    .orderBy('flag_actions.id')
    .execute()

/** Those who are told of decided flags: who reported what they are about, who appealed, and whom the decision affects. */
export async function listConcerned(db: Queryable, flagIds: readonly string[]): Promise<string[]> {
  if (flagIds.length === 0) return []
  const reporters = await db.selectFrom('reports').select('reporter_id as id').where('flag_id', 'in', flagIds).execute()
  const subjects = await db
    .selectFrom('flags')
    .select('subject_id as id')
    .where('id', 'in', flagIds)
    .where((eb) => eb.or([eb('category', '=', 'appeal'), eb('effect', '!=', 'none')]))
    .execute()
  return [...reporters, ...subjects].flatMap(({ id }) => id ?? [])
}
