import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** How many transactions of this PostgreSQL database wait for a lock. Other tests have databases on the same server. */
export async function countLockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
