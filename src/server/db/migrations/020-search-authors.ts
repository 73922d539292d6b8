import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import type { Database } from '../schema.ts'
import { normalizeSearchText } from '../search-tokens.ts'
import { characterTexts, conversationTexts, createIndex, dropIndex, type SearchedRow } from './016-search-index.ts'
import { inBatches, type Step } from './step.ts'

/** Characters are found by their author too, and all texts without accents. Characters without a chat trend lower. */
export const searchAuthors: readonly Step[] = [
  (db, dialect) => updateTexts(db, dialect, 'character_search', characterTexts),
  (db, dialect) => updateTexts(db, dialect, 'conversation_search', conversationTexts),
  // A new character had the weight of one turn; it now has a 64th of it.
  'update characters set trend = trend - 6 where chat_count = 0 and rating_count = 0 and sample_slug is null',
]

/** Without the index where a text changes: to build it again takes a fraction of the time that changing each row in it takes. */
async function updateTexts(
  db: Kysely<Database>,
  dialect: Dialect,
  table: 'character_search' | 'conversation_search',
  texts: string,
): Promise<void> {
  let hasIndex = true
  const select = `select found.*, ${table}.text as stored_text from ${table} join (${texts}) as found on found.id = target_id`
  await inBatches<SearchedRow>(db, { select, size: 500 }, async (rows) => {
    const changed = rows
      .map(({ id, scope: _, stored_text, ...parts }) => ({
        id,
        stored_text,
        text: normalizeSearchText(...Object.values(parts)),
      }))
      .filter(({ stored_text, text }) => text !== stored_text)
      .map(({ id, text }) => sql`(${id}, ${text})`)
    if (changed.length === 0) return
    if (hasIndex) await dropIndex(db, dialect, table)
    hasIndex = false
    await sql`update ${sql.table(table)} set text = changed.column2 from (values ${sql.join(changed)}) as changed
      where target_id = changed.column1`.execute(db)
  })
  if (!hasIndex) await createIndex(db, dialect, table)
}
