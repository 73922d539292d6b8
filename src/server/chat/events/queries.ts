import type { Queryable } from '#server/db/database.ts'

/** Whether this session is still valid. */
export async function hasSession(
  db: Queryable,
  id: string,
  { idleBefore, createdBefore }: { idleBefore: number; createdBefore: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', id)
    .where('sessions.last_seen_at', '>=', idleBefore)
    .where('sessions.created_at', '>=', createdBefore)
    .where('users.deletion_requested_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
