import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { hashPassword } from '#server/accounts/password.ts'
import { ReplyRecovery } from '#server/chat/replies/recover.ts'
import { systemClock } from '#server/core/clock.ts'
import { createIds } from '#server/core/ids.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import type { ListedRevision } from '#shared/character-revisions.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import type { Conversation } from '#shared/chat.ts'
import type { FoundMessages } from '#shared/message-search.ts'
import { createOwnApp } from '#tests/support/test-app.ts'
import { createEmptyDatabase } from '#tests/support/test-database.ts'

const onPostgres = process.env.TEST_DB === 'postgres'
const ids = createIds(systemClock)
const user = { id: ids.uuid(), username: 'ada', password: 'an old password' }
const character = ids.uuid()
const [quiet, busy, gone] = [ids.uuid(), ids.uuid(), ids.uuid()]
const conversation = ids.uuid()
const [greeting, question, answer] = [ids.uuid(), ids.uuid(), ids.uuid()]
const [seededConversation, deletedConversation] = [ids.uuid(), ids.uuid()]
const seeds = Array.from({ length: 4 }, () => ids.uuid())

interface OldMessage {
  id: string | undefined
  author: string
  content: string
  parent?: string | null | undefined
  status?: string
  key?: string | null
  model?: string | null
}

/** An empty database, open for the rows of an earlier version. */
async function openEmptyDatabase() {
  const database = await createEmptyDatabase()
  const { DATA_DIR, DATABASE_URL } = database.env
  if (!DATABASE_URL) return { ...openSqlite(path.join(DATA_DIR, 'troupe.db')), database }
  const { db } = openPostgres(DATABASE_URL)
  return { db, close: () => db.destroy(), database }
}

/** The schema and the rows as version 005 wrote them: before the columns were renamed to standard terms. */
async function writeVersion5(db: Kysely<Database>): Promise<void> {
  const now = systemClock.now()
  const dialect = onPostgres ? 'postgres' : 'sqlite'
  await sql`create table schema_migrations (name text primary key, applied_at bigint not null)`.execute(db)
  for (const { name, up } of migrations.slice(0, 5)) {
    await up(db, dialect)
    await sql`insert into schema_migrations (name, applied_at) values (${name}, ${now})`.execute(db)
  }
  const { id, username, password } = user
  await sql`insert into users (id, username, username_key, password_hash, account_type, is_house, created_at)
    values (${id}, ${username}, ${username}, ${await hashPassword(password)}, 'free', 0, ${now})`.execute(db)
  await sql`insert into characters (id, owner_id, cast_slug, name, description, category, creativity, plot_advancement,
      gender, content_rating, is_public, trend, created_at, updated_at)
    values (${character}, ${id}, 'old-sample', 'Ada Quill', 'Keeps a lighthouse.', 'Drama', 'balanced', 'balanced',
      'female', 'general', 1, 0, ${now}, ${now})`.execute(db)
  const systemUser = ids.uuid()
  await sql`insert into users (id, username, username_key, display_name, password_hash, account_type, is_house, created_at)
    values (${systemUser}, 'troupe', 'troupe', 'troupe', '', 'free', 1, ${now})`.execute(db)
  const others = [
    { id: quiet, name: 'Élodie Marsh', chats: 0, deletedAt: null },
    { id: busy, name: 'Odile Marsh', chats: 1, deletedAt: null },
    { id: gone, name: 'Deleted Marsh', chats: 0, deletedAt: now - 31 * 86_400_000 },
  ]
  for (const { id: characterId, name, chats, deletedAt } of others) {
    await sql`insert into characters (id, owner_id, name, description, category, creativity, plot_advancement, gender,
        content_rating, is_public, chat_count, trend, created_at, updated_at, deleted_at)
      values (${characterId}, ${id}, ${name}, 'Repairs clocks.', 'Drama', 'balanced', 'balanced', 'female', 'general', 1,
        ${chats}, 10, ${now}, ${now}, ${deletedAt})`.execute(db)
  }
  await sql`insert into conversations (id, user_id, character_id, title, active_leaf_id, running_reply_id, anchor_id,
      created_at, updated_at)
    values (${conversation}, ${id}, ${character}, 'An old conversation', ${answer}, ${answer}, ${question}, ${now}, ${now})`.execute(
    db,
  )
  const messages = [
    { id: greeting, parent: null, author: 'character', content: 'You are late.', status: 'complete', key: null },
    { id: question, parent: greeting, author: 'user', content: 'Sorry.', status: 'complete', key: `${id}:first-send` },
    { id: answer, parent: question, author: 'character', content: 'Come', status: 'streaming', key: null },
  ]
  for (const [depth, message] of messages.entries()) await writeMessage(conversation, depth, message)
  const longAgo = now - 31 * 86_400_000
  await sql`insert into conversations (id, user_id, character_id, title, created_at, updated_at, deleted_at)
    values (${deletedConversation}, ${id}, ${character}, 'Deleted', ${longAgo}, ${longAgo}, ${longAgo})`.execute(db)
  // A history that a client sent, and the turn after it.
  await sql`insert into conversations (id, user_id, character_id, title, active_leaf_id, created_at, updated_at)
    values (${seededConversation}, ${id}, ${character}, 'Seeded', ${seeds[3]}, ${now - 60_000}, ${now - 60_000})`.execute(
    db,
  )
  const seeded = [
    { author: 'user', content: 'Sent as history.' },
    { author: 'character', content: 'Sent as history too.' },
    { author: 'user', content: 'Hello?' },
    { author: 'character', content: 'Written here.', model: 'mock-chat' },
  ]
  for (const [depth, message] of seeded.entries()) {
    await writeMessage(seededConversation, depth, { id: seeds[depth], parent: seeds[depth - 1], ...message })
  }

  async function writeMessage(
    conversationId: string,
    depth: number,
    { parent = null, status = 'complete', key = null, model = null, ...message }: OldMessage,
  ) {
    await sql`insert into messages (id, conversation_id, parent_id, depth, author, content, status, client_key, model,
        created_at, updated_at)
      values (${message.id}, ${conversationId}, ${parent}, ${depth}, ${message.author}, ${message.content}, ${status},
        ${key}, ${model}, ${now - 60_000}, ${now - 60_000})`.execute(db)
  }
}

test('a database of version 005 is migrated with its accounts, characters and conversations', async () => {
  const { db, close, database } = await openEmptyDatabase()
  await writeVersion5(db)
  await close()

  const app = await createOwnApp({ database })
  // On PostgreSQL it would be recovered once its row has not changed for a while.
  await new ReplyRecovery(app.context, app.liveReplies).takeOver()
  const client = app.visitor()
  await client.post('/api/auth/login', { username: user.username, password: user.password })
  const list = await client.get<Conversation[]>('/api/conversations')
  expect(list.map(({ id, title }) => ({ id, title }))).toEqual([
    { id: conversation, title: 'An old conversation' },
    { id: seededConversation, title: 'Seeded' },
  ])
  const rows = app.context.db.selectFrom('messages').select(['content', 'is_seeded']).orderBy('conversation_id')
  expect(Object.fromEntries((await rows.execute()).map((row) => [row.content, row.is_seeded]))).toEqual({
    'You are late.': 0,
    'Sorry.': 0,
    Come: 0,
    'Sent as history.': 1,
    'Sent as history too.': 1,
    'Hello?': 0,
    'Written here.': 0,
  })
  const anchors = app.context.db.selectFrom('messages').select(['id', 'anchor_id']).where('anchor_id', 'is not', null)
  expect(await anchors.execute()).toEqual([{ id: answer, anchor_id: question }])
  const page = await client.conversation(conversation)
  expect(page.messages.map(({ role, content, status }) => ({ role, content, status }))).toEqual([
    { role: 'character', content: 'You are late.', status: 'complete' },
    { role: 'user', content: 'Sorry.', status: 'complete' },
    // Its server was stopped while it generated the reply.
    { role: 'character', content: 'Come', status: 'interrupted' },
  ])
  const send = { characterId: character, conversationId: conversation, message: 'Again.' }
  const { response } = await client.post<{ response: string }>('/api/chat', send)
  expect(response).not.toBe('')
  // The key of a send from before the migration still makes its repetition harmless.
  const repeated = { ...send, message: 'Sorry.', clientMessageId: 'first-send' }
  expect(await client.post('/api/chat', repeated)).toMatchObject({ messageId: answer, response: 'Come' })
  expect(await app.rows('conversations', { id: conversation }, 'character_name', 'character_category')).toEqual([
    { character_name: 'Ada Quill', character_category: 'Drama' },
  ])
  // Characters have a first revision, which their conversations keep. A save that changes nothing adds none.
  await client.put(`/api/characters/${quiet}`, { description: 'Repairs clocks.' })
  const revisions = await client.get<ListedRevision[]>(`/api/characters/${quiet}/revisions`)
  expect(revisions).toMatchObject([{ id: quiet, changed: [] }])
  expect(await app.rows('conversations', { id: conversation }, 'revision_id')).toEqual([{ revision_id: character }])
  const deleted = app.context.db.selectFrom('conversations').select('id').where('deleted_at', 'is not', null)
  await expect.poll(() => deleted.execute()).toEqual([])
  expect(await client.get('/api/conversations?search=ada+old')).toMatchObject([{ id: conversation }])
  // An indexer finds the messages of earlier versions, and writes them to the index in the background.
  const search = () => client.get<FoundMessages>('/api/messages?search=sorry')
  await expect.poll(async () => (await search()).found.map(({ messageId }) => messageId)).toEqual([question])
  // Nobody has switched the filter on who could not do so yet.
  expect(await app.rows('users', { id: user.id }, 'chat_filter')).toEqual([{ chat_filter: 0 }])
  // Characters are found without accents and by their author, and those without a chat trend lower.
  const found = async (search: string) =>
    (await client.get<CharacterSummary[]>(`/api/characters/public?search=${search}`)).map(({ name }) => name)
  expect(await found('elodie')).toEqual(['Élodie Marsh'])
  expect(await found('ada+marsh')).toEqual(['Odile Marsh', 'Élodie Marsh'])
  const trends = app.context.db.selectFrom('characters').select(['id', 'trend']).where('id', 'in', [quiet, busy, gone])
  await expect
    .poll(async () => Object.fromEntries((await trends.execute()).map((row) => [row.id, row.trend])))
    .toEqual({
      [quiet]: 4,
      [busy]: 10,
    })
  expect(await app.rows('users', { is_system: 1 }, 'display_name')).toContainEqual({ display_name: 'Troupe' })
  expect(await app.rows('characters', { sample_slug: 'old-sample' }, 'id')).toEqual([{ id: character }])
})

test('what imported cards had without a use is in the fields', async () => {
  const { db, close, database } = await openEmptyDatabase()
  const dialect = onPostgres ? 'postgres' : 'sqlite'
  await migrate(db, dialect, 1)
  await db
    .deleteFrom('schema_migrations' as 'users')
    .where(sql.ref('name'), '=', '058-card-fields')
    .execute()
  const added = ['nickname', 'creator_notes', 'character_version', 'tags', 'alternate_greetings', 'group_greetings']
  for (const column of [...added, 'sources', 'is_definition_public', 'is_export_allowed']) {
    await db.schema.alterTable('characters').dropColumn(column).execute()
  }
  const account = { id: user.id, username: 'ada', username_key: 'ada', account_type: 'free', created_at: 1 } as const
  await db
    .insertInto('users')
    .values({ ...account, password_hash: await hashPassword(user.password), is_system: 0 })
    .execute()
  const data = { tags: ['Sea', 7], nickname: 'Ilse', alternate_greetings: ['Ahoy.', ''], creator_notes: null }
  for (const [id, card] of [
    [quiet, JSON.stringify({ data })],
    [busy, ''],
  ]) {
    await sql`insert into characters (id, owner_id, name, description, category, creativity, plot_advancement, gender,
        content_rating, is_public, trend, created_at, updated_at, card)
      values (${id}, ${user.id}, 'Ilse Marrow', 'Draws.', 'Drama', 'balanced', 'balanced', 'female', 'general', 1, 10, 1,
        1, ${card})`.execute(db)
    await sql`insert into character_search (target_id, scope, text) values (${id}, '', 'ilse marrow')`.execute(db)
  }
  await close()
  const app = await createOwnApp({ database })
  const client = app.visitor()
  await client.post('/api/auth/login', { username: user.username, password: user.password })
  const found = await client.get<CharacterSummary[]>('/api/characters/public?search=tag:sea')
  expect(found.map(({ id }) => id)).toEqual([quiet])
  const filled = { tags: ['Sea'], nickname: 'Ilse', alternateGreetings: ['Ahoy.'], creatorNotes: '', sources: [] }
  expect(await client.get(`/api/characters/${quiet}`)).toMatchObject(filled)
  expect(await client.get(`/api/characters/${busy}`)).toMatchObject({ tags: [], nickname: '' })
})

test.runIf(onPostgres)('a migration that does not get its table gives up in words, and changes nothing', async () => {
  const { db, close, database } = await openEmptyDatabase()
  await migrate(db, 'postgres', 1)
  await sql`drop table invitations`.execute(db)
  for (const column of ['invitation_id', 'dismissed_announcement']) {
    await db.schema.alterTable('users').dropColumn(column).execute()
  }
  await sql`delete from schema_migrations where name = '068-invitations'`.execute(db)
  await db.transaction().execute(async (trx) => {
    await sql`select username from users`.execute(trx)
    await expect(migrate(db, 'postgres', 2, '50ms')).rejects.toThrow(/^The database cannot be updated at the moment/)
  })
  const { rows } = await sql`select to_regclass('invitations') as made`.execute(db)
  expect(rows).toEqual([{ made: null }])
  expect(await migrate(db, 'postgres', 2)).toEqual(['068-invitations'])
  await close()
  await database.drop()
})
