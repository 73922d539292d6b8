import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { normalizeSearchText } from '../search-tokens.ts'

/** Characters are found by their author too, and all texts without accents. Characters without a chat trend lower. */
export async function up(db: Kysely<Database>): Promise<void> {
  await updateTexts(db, 'character_search', (ids) =>
    db
      .selectFrom('characters')
      .innerJoin('users', 'users.id', 'characters.owner_id')
      .where('characters.id', 'in', ids)
      .select(['characters.id', 'characters.name', 'characters.description', 'characters.category'])
      .select((eb) => eb.fn.coalesce('users.display_name', 'users.username').as('author'))
      .execute()
      .then((rows) =>
        rows.map((row) => ({ id: row.id, parts: [row.name, row.description, row.category, row.author] })),
      ),
  )
  await updateTexts(db, 'conversation_search', (ids) =>
    db
      .selectFrom('conversations')
      .where('id', 'in', ids)
      .select(['id', 'title', 'character_name'])
      .execute()
      .then((rows) => rows.map((row) => ({ id: row.id, parts: [row.title, row.character_name] }))),
  )
  // A new character had the weight of one turn; it now has a 64th of it.
  await sql`update characters set trend = trend - 6
    where chat_count = 0 and rating_count = 0 and sample_slug is null`.execute(db)
}

const batchSize = 500

async function updateTexts(
  db: Kysely<Database>,
  table: 'character_search' | 'conversation_search',
  read: (ids: string[]) => Promise<{ id: string; parts: string[] }[]>,
): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom(table)
      .select(['target_id', 'text'])
      .where('target_id', '>', after)
      .orderBy('target_id')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.target_id
    const before = new Map(rows.map((row) => [row.target_id, row.text]))
    for (const { id, parts } of await read([...before.keys()])) {
      const text = normalizeSearchText(...parts)
      if (text !== before.get(id)) await db.updateTable(table).set({ text }).where('target_id', '=', id).execute()
    }
  }
}
