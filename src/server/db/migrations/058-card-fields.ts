import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { tagWord } from '../search-tokens.ts'
import { inBatches, type Step } from './step.ts'

const texts = { nickname: 'nickname', creator_notes: 'creator_notes', character_version: 'character_version' }
const lists = {
  tags: 'tags',
  alternate_greetings: 'alternate_greetings',
  group_greetings: 'group_only_greetings',
  sources: 'source',
}
const select = "select id, card from characters where card <> ''"

/** The rest of a character card, and whether others may read the definition and export the card. */
export const cardFields: readonly Step[] = [
  ...Object.keys(texts).map((column) => `alter table characters add column ${column} text default '' not null`),
  ...Object.keys(lists).map((column) => `alter table characters add column ${column} text default '[]' not null`),
  'alter table characters add column is_definition_public integer default 0 not null',
  'alter table characters add column is_export_allowed integer default 0 not null',
  // Imported cards have had these fields without a use.
  (db) =>
    inBatches<{ id: string; card: string }>(db, { select, size: 20 }, async (rows) => {
      for (const { id, card } of rows) await readCard(db, id, JSON.parse(card))
    }),
]

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
