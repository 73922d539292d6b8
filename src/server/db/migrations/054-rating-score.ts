import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Characters are sorted by a score in place of the mean: see `ratingScore` (characters/popularity/queries.ts). */
export async function up(db: Kysely<Database>): Promise<void> {
  await sql`alter table characters rename column rating_mean to rating_score`.execute(db)
  await db.schema
    .alterTable('character_ratings')
    .addColumn('weight', 'double precision', (c) => c.notNull().defaultTo(1))
    .execute()
  await sql`update characters set rating_score = (rating_sum + 3.0) / (rating_count + 1) where rating_count > 0`.execute(
    db,
  )
}
