import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * Marks the messages whose text a client sent as the beginning of a conversation, and the reports of them.
 *
 * Of older messages, a complete reply without a model was not generated here: it is seeded, unless it is the greeting,
 * and so is everything before it. Where this is unknown, a message counts as not seeded.
 */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const table of ['messages', 'reports'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('is_seeded', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
  await sql`update messages set is_seeded = 1
    from (
      select conversation_id, max(depth) as last from messages
      where role = 'character' and status = 'complete' and model is null and depth > 0 group by conversation_id
    ) as seed
    where messages.conversation_id = seed.conversation_id and messages.depth <= seed.last
      and (messages.role = 'user' or (messages.status = 'complete' and messages.model is null))`.execute(db)
}
