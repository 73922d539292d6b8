import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { inBatches, type Step } from './step.ts'

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

const select = `select id, updated_at, ${Object.keys(defaults).join(', ')} from characters where name <> ''`
const current = "(select revision_id from characters where characters.id = character_id and revision_id <> '')"

/** What authors save is kept, and each conversation names the revision that it goes on with. */
export const characterRevisions: readonly Step[] = [
  `create table character_revisions (
    id text primary key,
    character_id text not null references characters (id) on delete cascade,
    hash text not null,
    card text not null,
    changed text not null,
    created_at bigint not null
  )`,
  'create index character_revisions_character on character_revisions (character_id, id)',
  "alter table characters add column revision_id text default '' not null",
  'alter table conversations add column revision_id text',
  'alter table conversations add column declined_revision_id text',
  'alter table conversation_participants add column revision_id text',
  // To find which revisions are still needed.
  'create index conversation_participants_character on conversation_participants (character_id)',
  addFirstRevisions,
  "update characters set revision_id = id where name <> ''",
  `update conversations set revision_id = ${current}`,
  `update conversation_participants set revision_id = ${current}`,
  // Conversations have shown the current name of a character that their user could still see.
  `update conversations set character_name = characters.name from characters
    where characters.id = conversations.character_id and characters.name <> conversations.character_name
    and characters.deleted_at is null and (is_public = 1 or owner_id = user_id)`,
]

/** Gives each character a revision of what it is, with its own id: later ones are greater. A purged character has no name, and gets none. */
function addFirstRevisions(db: Kysely<Database>): Promise<void> {
  type Row = Record<string, string | number> & { id: string; updated_at: number }
  return inBatches<Row>(db, { select, size: 100 }, async (rows) => {
    for (const { id, updated_at, ...row } of rows) {
      const fields = Object.entries(defaults).filter(([column, value]) => row[column] !== value)
      const card = JSON.stringify(Object.fromEntries(fields.map(([column]) => toField(column, row[column]))))
      const revision = { id, character_id: id, hash: hash('sha256', card), card, changed: '[]', created_at: updated_at }
      await db.insertInto('character_revisions').values(revision).execute()
    }
  })
}

function toField(column: string, value: string | number | undefined) {
  const field = column.replaceAll(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase())
  if (column === 'is_definition_public') return [field, value === 1]
  return [field, lists.includes(column) ? JSON.parse(String(value)) : value]
}
