import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { tagWord } from '../search-tokens.ts'

const texts = { nickname: 'nickname', creator_notes: 'creator_notes', character_version: 'character_version' }
const lists = {
  tags: 'tags',
  alternate_greetings: 'alternate_greetings',
  group_greetings: 'group_only_greetings',
  sources: 'source',
}
const batchSize = 20

/** The rest of a character card, and whether others may read the definition and export the card. */
export async function up(db: Kysely<Database>): Promise<void> {
  for (const column of Object.keys(texts)) await addColumn(db, column, 'text', '')
  for (const column of Object.keys(lists)) await addColumn(db, column, 'text', '[]')
  for (const column of ['is_definition_public', 'is_export_allowed']) await addColumn(db, column, 'integer', 0)
  await readCards(db)
}

const addColumn = (db: Kysely<Database>, name: string, type: 'text' | 'integer', value: string | number) =>
  db.schema
    .alterTable('characters')
    .addColumn(name, type, (c) => c.notNull().defaultTo(value))
    .execute()

/** Imported cards have had these fields without a use. */
async function readCards(db: Kysely<Database>): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; card: string }>`
      select id, card from characters where card <> '' and id > ${after} order by id limit ${batchSize}`.execute(db)
    for (const { id, card } of rows) await readCard(db, id, JSON.parse(card))
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

async function readCard(db: Kysely<Database>, id: string, { data }: { data: Record<string, unknown> }): Promise<void> {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  const listOf = (value: unknown) => (Array.isArray(value) ? value.map(textOf).filter((text) => text !== '') : [])
  const values = [
    ...Object.entries(texts).map(([column, key]) => [column, textOf(data[key])] as const),
    ...Object.entries(lists).map(([column, key]) => [column, JSON.stringify(listOf(data[key]))] as const),
  ]
  const changes = values.map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update characters set ${sql.join(changes)} where id = ${id}`.execute(db)
  const words = listOf(data.tags).map((tag) => ` ${tagWord(tag)}`)
  if (words.length === 0) return
  await sql`update character_search set text = text || ${words.join('')} where target_id = ${id}`.execute(db)
}
