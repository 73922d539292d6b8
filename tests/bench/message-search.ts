import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { MessageIndexer } from '#server/chat/indexing/index-messages.ts'
import { systemClock } from '#server/core/clock.ts'
import type { Context } from '#server/core/context.ts'
import { createIds } from '#server/core/ids.ts'
import { openDatabase } from '#server/db/database.ts'
import { firstMessageSearchId } from '#server/db/schema/search.ts'
import type { Database } from '#server/db/schema.ts'
import { Texts } from '#tests/abuse/search-data.ts'
import { httpRequest } from '#tests/support/http-client.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench } from './bench.ts'
import { register } from './bench-environment.ts'
import { median, ms, percentile } from './figures.ts'

/** Half of them belong to one user, in conversations of `conversationLength`; the others to users with 1,000 each. */
const defaultMessages = 1_000_000
const conversationLength = 10_000
const smallUser = 1_000
const textLength = 300
const searchesEach = 60

/** Measures the search of messages: building the index, its size, and searches by the user of half of all messages. */
export const messageSearch: Bench = {
  name: 'messages',
  title: 'The search of messages',
  isLong: true,
  async run({ messages = defaultMessages }) {
    const rows: string[][] = []
    for (const createDatabase of [createSqlite, createPostgres]) {
      const database = await createDatabase()
      rows.push(...(await measure(database, messages)))
      await database.drop()
    }
    const head = ['database', 'search', 'found', 'p50', 'p95', 'longest']
    return `${messages.toLocaleString('en')} messages of ${textLength} characters, half of them of one user.\n\n${markdownTable(head, rows)}`
  },
}

interface BenchDatabase {
  name: string
  env: Record<string, string>
  url: string | undefined
  dataDir: string
  drop(): Promise<void>
}

async function createSqlite(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
  const drop = async () => rmSync(dataDir, { recursive: true, force: true })
  return { name: 'SQLite', env: { DATA_DIR: dataDir }, url: undefined, dataDir, drop }
}

async function createPostgres(): Promise<BenchDatabase> {
  const [{ env, dataDir, drop }, postgres] = await Promise.all([createSqlite(), startPostgres()])
  const dropBoth = () => postgres.stop().then(drop)
  return { name: 'PostgreSQL', env: { ...env, DATABASE_URL: postgres.url }, url: postgres.url, dataDir, drop: dropBoth }
}

async function measure(database: BenchDatabase, count: number): Promise<string[][]> {
  const server = await ServerProcess.create({ env: { ...database.env, RATE_LIMITS: 'off', AGE_ASSURANCE: 'none' } })
  await server.start()
  const cookies = { big: await register(server, 'big'), small: await register(server, 'small') }
  for (const cookie of Object.values(cookies)) await startConversation(server, cookie)
  await server.terminate()
  const texts = new Texts()
  console.error(await fill(database, count, texts))
  await server.start()
  const rows: string[][] = []
  for (const [user, cookie] of Object.entries(cookies)) {
    for (const [kind, query] of Object.entries(queriesOf(texts))) {
      rows.push([database.name, `${user}: ${kind}`, ...(await measureSearches(server, cookie, query))])
    }
  }
  await server.terminate()
  return rows
}

async function startConversation(server: ServerProcess, cookie: string): Promise<void> {
  const { text } = await httpRequest(`${server.url}/api/characters/public?limit=1`, { cookie })
  const [{ id = '' } = {}] = JSON.parse(text) as { id: string }[]
  const body = { characterId: id, message: 'Hello.' }
  await httpRequest(`${server.url}/api/chat`, { cookie, method: 'POST', body })
}

/** Common and rare words, several of them, phrases, beginnings of words, and what is nowhere. */
function queriesOf(texts: Texts): Record<string, () => string> {
  const { words } = texts
  const common = () => words[texts.below(40)] ?? ''
  const rare = () => words[4_000 + texts.below(1_000)] ?? ''
  return {
    'a common word': common,
    'a word': () => texts.word(),
    'a rare word': rare,
    'two words': () => `${texts.word()} ${texts.word()}`,
    'three rare words': () => `${rare()} ${rare()} ${rare()}`,
    'ten words': () => Array.from({ length: 10 }, common).join(' '),
    'a phrase': () => `"${common()} ${common()}"`,
    'two letters': () => texts.word().slice(0, 2),
    'three letters': () => texts.word().slice(0, 3),
    nothing: () => `xq${texts.below(1_000)}`,
    'an old word': () => `old${texts.below(20)}`,
    'an old and a common word': () => `old${texts.below(20)} ${common()}`,
    'some Chinese': () => '春琴抄の人'.slice(texts.below(4)),
  }
}

async function measureSearches(server: ServerProcess, cookie: string, query: () => string): Promise<string[]> {
  const found: number[] = []
  const durations: number[] = []
  for (let count = 0; count < searchesEach; count += 1) {
    const startedAt = performance.now()
    const url = `${server.url}/api/messages?${new URLSearchParams({ search: query() })}`
    const { status, text } = await httpRequest(url, { cookie })
    durations.push(performance.now() - startedAt)
    if (status !== 200) throw new Error(`${status}: ${text}`)
    found.push((JSON.parse(text) as { found: unknown[] }).found.length)
  }
  return [String(median(found)), ms(median(durations)), ms(percentile(durations, 95)), ms(Math.max(...durations))]
}

/** Fills a database as an earlier version left it, and indexes it. Returns what that took. */
async function fill({ url, dataDir, name }: BenchDatabase, count: number, texts: Texts): Promise<string> {
  const { access, close } = await openDatabase({ databaseUrl: url, dataDir, exclusive: false, now: Date.now() })
  const { db } = access
  const users = await db.selectFrom('users').selectAll().where('is_system', '=', 0).orderBy('id').execute()
  const [big, small] = users
  if (!big || !small) throw new Error('No users.')
  const others = Array.from({ length: Math.round(count / 2 / smallUser) - 1 }, (_, index) => ({
    ...small,
    id: createIds(systemClock).uuid(),
    username: `user-${index}`,
    username_key: `user-${index}`,
  }))
  if (others.length > 0) await db.insertInto('users').values(others).execute()
  const ids = createIds(systemClock)
  for (let from = 0; from < count / 2; from += conversationLength) {
    const length = Math.min(conversationLength, count / 2 - from)
    await addConversation(db, ids, { userId: big.id, length, age: from / (count / 2) }, texts)
  }
  for (const { id } of [small, ...others]) {
    await addConversation(db, ids, { userId: id, length: smallUser, age: 0 }, texts)
  }
  await db.deleteFrom('message_search_queue').execute()
  const state = { before_message_id: '~', next_id: firstMessageSearchId - 1 }
  await db.insertInto('message_search_backfill').values(state).execute()
  const indexer = new MessageIndexer({ ...access, clock: systemClock } as unknown as Context)
  const startedAt = performance.now()
  let longest = 0
  for (let last = startedAt, isMore = true; isMore; ) {
    isMore = await indexer.indexOlder()
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const took = performance.now() - startedAt
  if (url) await sql`analyze`.execute(db)
  await close()
  return `${name}: indexed ${count} messages in ${(took / 1000).toFixed(0)} s, ${ms(took / count)} each; longest batch ${ms(longest)}`
}

interface Filled {
  userId: string
  length: number
  /** 0 for the oldest. */
  age: number
}

async function addConversation(db: Kysely<Database>, ids: Context['ids'], filled: Filled, texts: Texts) {
  const { userId, length, age } = filled
  const template = await db
    .selectFrom('conversations')
    .selectAll()
    .where('started_at', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const id = ids.uuid()
  await db
    .insertInto('conversations')
    .values({ ...template, id, user_id: userId, active_leaf_id: null, running_reply_id: null })
    .execute()
  let parent: string | null = null
  for (let from = 0; from < length; from += 500) {
    const rows = Array.from({ length: Math.min(500, length - from) }, (_, index) => {
      const depth: number = from + index
      const old = age < 0.1 && index % 2 === 0 ? ` old${index % 40}` : ''
      const row = {
        id: ids.uuid(),
        conversation_id: id,
        parent_id: parent,
        depth,
        role: depth % 2 === 0 ? ('user' as const) : ('character' as const),
        content: texts.text(textLength) + old,
        status: 'complete' as const,
        created_at: systemClock.now(),
        updated_at: systemClock.now(),
      }
      parent = row.id
      return row
    })
    await db.insertInto('messages').values(rows).execute()
  }
  await db.updateTable('conversations').set({ active_leaf_id: parent }).where('id', '=', id).execute()
}
