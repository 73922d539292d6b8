import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** The default of each field that a revision has as of this version. A revision leaves out what is at its default. */
const defaults: Record<string, string | number> = {
  name: '',
  description: '',
  category: 'Other',
  personality: '',
  speech_style: '',
  behaviors: '',
  greeting: '',
  user_role: '',
  creativity: 'balanced',
  plot_advancement: 'balanced',
  environment: '',
  allowed_items: '',
  forbidden_items: '',
  avatar: '',
  gender: 'other',
  kinks: '',
  content_rating: 'general',
  max_chat_rating: 'general',
  scenario: '',
  definition: '',
  example_dialogue: '',
  system_prompt: '',
  post_history_instructions: '',
  nickname: '',
  tags: '[]',
  alternate_greetings: '[]',
  group_greetings: '[]',
  creator_notes: '',
  character_version: '',
  sources: '[]',
  is_definition_public: 0,
}
const lists = ['tags', 'alternate_greetings', 'group_greetings', 'sources']

const batch = 100

/** What authors save is kept, and each conversation names the revision that it goes on with. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('character_revisions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('character_id', 'text', (c) => c.notNull().references('characters.id').onDelete('cascade'))
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('card', 'text', (c) => c.notNull())
    .addColumn('changed', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('character_revisions_character')
    .on('character_revisions')
    .columns(['character_id', 'id'])
    .execute()
  await db.schema
    .alterTable('characters')
    .addColumn('revision_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  for (const column of ['revision_id', 'declined_revision_id']) {
    await db.schema.alterTable('conversations').addColumn(column, 'text').execute()
  }
  await db.schema.alterTable('conversation_participants').addColumn('revision_id', 'text').execute()
  // To find which revisions are still needed.
  await db.schema
    .createIndex('conversation_participants_character')
    .on('conversation_participants')
    .column('character_id')
    .execute()
  await addFirstRevisions(db)
  await sql`update characters set revision_id = id where name <> ''`.execute(db)
  const current = sql`(select revision_id from characters where characters.id = character_id and revision_id <> '')`
  await sql`update conversations set revision_id = ${current}`.execute(db)
  await sql`update conversation_participants set revision_id = ${current}`.execute(db)
  // Conversations have shown the current name of a character that their user could still see.
  await sql`update conversations set character_name = characters.name from characters
    where characters.id = conversations.character_id and characters.name <> conversations.character_name
    and characters.deleted_at is null and (is_public = 1 or owner_id = user_id)`.execute(db)
}

/** Gives each character a revision of what it is, with its own id: later ones are greater. A purged character has no name, and gets none. */
async function addFirstRevisions(db: Kysely<Database>): Promise<void> {
  const columns = sql.join(Object.keys(defaults).map((column) => sql.ref(column)))
  for (let after = ''; ; ) {
    const { rows } = await sql<Record<string, string | number> & { id: string; updated_at: number }>`
      select id, updated_at, ${columns} from characters where name <> '' and id > ${after}
      order by id limit ${sql.lit(batch)}`.execute(db)
    for (const { id, updated_at, ...row } of rows) {
      const fields = Object.entries(defaults).filter(([column, value]) => row[column] !== value)
      const card = JSON.stringify(Object.fromEntries(fields.map(([column]) => toField(column, row[column]))))
      const revision = { id, character_id: id, hash: hash('sha256', card), card, changed: '[]', created_at: updated_at }
      await db.insertInto('character_revisions').values(revision).execute()
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

function toField(column: string, value: string | number | undefined) {
  const field = column.replaceAll(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase())
  if (column === 'is_definition_public') return [field, value === 1]
  return [field, lists.includes(column) ? JSON.parse(String(value)) : value]
}
