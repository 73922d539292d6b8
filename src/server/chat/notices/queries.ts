import type { Queryable } from '#server/db/database.ts'
import { findRow } from '#server/db/rows.ts'
import type { Notice } from '#shared/notices.ts'

/** The newest notices after a time, newest first. */
export async function listNotices(db: Queryable, userId: string, after: number, limit: number): Promise<Notice[]> {
  const reports = await db
    .selectFrom('reports')
    .innerJoin('flags', 'flags.id', 'reports.flag_id')
    .select(['flags.id', 'flags.target_name as name', 'flags.status', 'flags.decided_at as at'])
    .where('reports.reporter_id', '=', userId)
    .where('flags.decided_at', '>', after)
    .orderBy('flags.decided_at', 'desc')
    .limit(limit)
    .execute()
  const flags = await db
    .selectFrom('flags')
    .select(['id', 'target_name as name', 'status', 'decided_at as at', 'category'])
    .where('subject_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('category', '=', 'appeal'),
        eb.and({ status: 'resolved', reversed_at: null }).and('effect', '!=', 'none'),
      ]),
    )
    .where('decided_at', '>', after)
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute()
  const characters = await db
    .selectFrom('characters')
    .innerJoin('conversations', 'conversations.character_id', 'characters.id')
    .select(({ fn }) => [
      'characters.id',
      'characters.name',
      'characters.updated_at as at',
      fn.max('conversations.updated_at').as('said_at'),
    ])
    .where('conversations.user_id', '=', userId)
    .where('conversations.deleted_at', 'is', null)
    .where('conversations.started_at', 'is not', null)
    .where('characters.owner_id', '!=', userId)
    .where('characters.deleted_at', 'is', null)
    .where('characters.is_public', '=', 1)
    .where('characters.moderation_state', '=', 'none')
    .where('characters.updated_at', '>', after)
    .groupBy(['characters.id', 'characters.name', 'characters.updated_at'])
    .orderBy('characters.updated_at', 'desc')
    .limit(limit)
    .execute()
  const decided = (kind: Notice['kind'], { id, name, status, at }: (typeof reports)[number]): Notice => ({
    id,
    kind,
    name,
    granted: status === 'resolved',
    at: at ?? 0,
  })
  return [
    ...reports.map((row) => decided('report', row)),
    ...flags.map((row) => decided(row.category === 'appeal' ? 'appeal' : 'decision', row)),
    // A player who has chatted with it since the change has seen it.
    ...characters
      .filter(({ at, said_at }) => at > Number(said_at))
      .map(({ id, name, at }) => ({ id, kind: 'character' as const, name, granted: true, at })),
  ]
    .sort((a, b) => b.at - a.at)
    .slice(0, limit)
}

export const readSeenAt = async (db: Queryable, userId: string) =>
  (await findRow(db, 'users', { id: userId }))?.notices_seen_at ?? 0

export const saveSeenAt = (db: Queryable, userId: string, at: number) =>
  db
    .updateTable('users')
    .set({ notices_seen_at: at })
    .where('id', '=', userId)
    .where('notices_seen_at', '<', at)
    .execute()
