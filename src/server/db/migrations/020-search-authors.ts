import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { normalizeSearchText } from '../search-tokens.ts'
import { createIndex, dropIndex } from './016-search-index.ts'

/** Characters are found by their author too, and all texts without accents. Characters without a chat trend lower. */
export async function up(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await updateTexts({ db, dialect, table: 'character_search' }, (ids) =>
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
  await updateTexts({ db, dialect, table: 'conversation_search' }, (ids) =>
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

interface Search {
  db: Kysely<Database>
  dialect: Dialect
  table: 'character_search' | 'conversation_search'
}

/** Without the index where a text changes: to build it again takes a fraction of the time that changing each row in it takes. */
async function updateTexts(
  { db, dialect, table }: Search,
  read: (ids: string[]) => Promise<{ id: string; parts: string[] }[]>,
): Promise<void> {
  let hasIndex = true
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom(table)
      .select(['target_id', 'text'])
      .where('target_id', '>', after)
      .orderBy('target_id')
      .limit(batchSize)
      .execute()
    const last = rows.at(-1)
    if (!last) break
    after = last.target_id
    const before = new Map(rows.map((row) => [row.target_id, row.text]))
    const texts = (await read([...before.keys()])).map(({ id, parts }) => ({ id, text: normalizeSearchText(...parts) }))
    const changed = texts.filter(({ id, text }) => text !== before.get(id)).map(({ id, text }) => sql`(${id}, ${text})`)
    if (changed.length === 0) continue
    if (hasIndex) await dropIndex(db, dialect, table)
    hasIndex = false
    await sql`update ${sql.table(table)} set text = changed.column2 from (values ${sql.join(changed)}) as changed
      where target_id = changed.column1`.execute(db)
  }
  if (!hasIndex) await createIndex(db, dialect, table)
}
