import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** What a conversation shows of its character once the user has lost access to it. Existing ones keep today's values. */
export async function up(db: Kysely<Database>): Promise<void> {
  const columns = ['name', 'avatar', 'category'] as const
  for (const column of columns) {
    const added = `character_${column}` as const
    await db.schema
      .alterTable('conversations')
      .addColumn(added, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  }
  await sql`update conversations set (character_name, character_avatar, character_category) =
    (select name, avatar, category from characters where characters.id = conversations.character_id)`.execute(db)
}
