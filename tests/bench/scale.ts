import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { categories, galleryPageSize } from '#shared/character-terms.ts'
import { httpRequest } from '#tests/support/http-client.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { markdownTable } from '#tests/support/table.ts'
import type { Bench, BenchOptions } from './bench.ts'
import { addUsers, type BenchEnvironment, createBenchEnvironment } from './bench-environment.ts'
import { mb, ms, percentile } from './figures.ts'
import { fillDatabase, Texts } from './fill-database.ts'
import { instantPace, timeToFirstEvent } from './long-conversation.ts'

/** How often each request is measured. */
const rounds = 60
/** The page that a reader reaches who reads on. */
const laterPage = 20
const messagesEach = 50
const ownConversations = 20
const sending = 'send, to the first token'

type Size = BenchOptions['sizes'][number]

/** What each request took, in milliseconds. */
type Times = Record<string, number[]>

/** Measures pages, searches and sends, one request at a time, as the database grows. */
export const scale: Bench = {
  name: 'scale',
  title: `p50 and p95 of ${rounds} requests, one at a time, as the database grows`,
  async run({ sizes, databases }) {
    const rows = []
    for (const database of databases) {
      const columns = []
      for (const size of sizes) columns.push(await measureSize(database, size))
      for (const what of Object.keys(columns[0] ?? {})) {
        const cells = columns.map(
          ({ [what]: times = [] }) => `${ms(percentile(times, 50))}, ${ms(percentile(times, 95))}`,
        )
        rows.push([database, what, ...cells])
      }
    }
    const heads = sizes.map(
      ({ characters, messages }) => `${inWords(characters)} characters, ${inWords(messages)} messages`,
    )
    return markdownTable(['database', 'p50, p95', ...heads], rows)
  },
}

const inWords = (count: number) => count.toLocaleString('en')

async function measureSize(database: string, size: Size): Promise<Times> {
  const postgres = database === 'postgres' ? await startPostgres({ settings: { shared_buffers: '1GB' } }) : null
  const environment = await createBenchEnvironment(instantPace, { env: postgres ? { DATABASE_URL: postgres.url } : {} })
  try {
    await addUsers(environment, 1, { historyLength: 2 })
    await environment.server.terminate()
    const startedAt = performance.now()
    const bytes = await fill(environment, postgres?.url, size)
    const seconds = Math.round((performance.now() - startedAt) / 1_000)
    console.error(`${database}, ${inWords(size.characters)} characters: ${mb(bytes / 1e6)}, filled in ${seconds} s`)
    await environment.server.start()
    return await measure(environment)
  } finally {
    await environment.close()
    await postgres?.stop()
  }
}

/** Returns the size of the database. */
async function fill({ dataDir, users }: BenchEnvironment, url: string | undefined, size: Size): Promise<number> {
  const { db } = url ? openPostgres(url) : openSqlite(path.join(dataDir, 'troupe.db'))
  await fillDatabase(db, url ? 'postgres' : 'sqlite', {
    conversationId: users[0]?.conversationId ?? '',
    characters: size.characters,
    conversations: Math.ceil(size.messages / messagesEach),
    messages: messagesEach,
    own: ownConversations,
  })
  const bytes = url
    ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
    : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
  const { rows } = await bytes.execute(db)
  await db.destroy()
  return Number(rows[0]?.bytes)
}

async function measure({ server, characterId: rated, users }: BenchEnvironment): Promise<Times> {
  const cookie = users[0]?.cookie ?? ''
  const texts = new Texts()
  const get = async (address: string) => {
    const response = await httpRequest(server.url + address, { cookie })
    if (response.status !== 200) throw new Error(`${address}: ${response.status} ${response.text}`)
    return response
  }
  const gallery = (filter: Record<string, string>) =>
    `/api/characters/public?${new URLSearchParams({ limit: String(galleryPageSize), ...filter })}`
  let cursor = ''
  for (let page = 1; page < laterPage; page += 1) {
    const { headers } = await get(gallery(cursor ? { cursor } : {}))
    cursor = String(headers['x-next-cursor'])
  }
  const { text } = await get('/api/conversations')
  const own = JSON.parse(text) as { id: string; characterId: string }[]
  const ownAt = (round: number) => own[round % own.length] as (typeof own)[number]
  const send = ({ id: conversationId, characterId }: (typeof own)[number]) => {
    const body = { characterId, conversationId, message: 'And then?', clientMessageId: randomUUID() }
    return timeToFirstEvent(`${server.url}/api/chat`, { method: 'POST', cookie, body }, 'delta')
  }
  const addresses: Record<string, (round: number) => string> = {
    'gallery, first page': () => gallery({}),
    'gallery, newest': () => gallery({ sort: 'new' }),
    [`gallery, page ${laterPage}`]: () => gallery({ cursor }),
    'gallery, a category': (round) => gallery({ category: categories[round % categories.length] ?? '' }),
    'gallery, a tag': () => gallery({ search: `tag:${texts.word()}` }),
    'gallery, two words': () => gallery({ search: `${texts.word()} ${texts.word()}` }),
    'list of conversations': () => '/api/conversations',
    'open a conversation': (round) => `/api/conversations/${ownAt(round).id}`,
    'search of own messages': () => `/api/messages?${new URLSearchParams({ search: texts.word() })}`,
  }
  const times: Times = { ...Object.fromEntries(Object.keys(addresses).map((name) => [name, []])), [sending]: [] }
  for (let round = -10; round < rounds; round += 1) {
    const add = (name: string, time: number) => round >= 0 && times[name]?.push(time)
    for (const [name, addressOf] of Object.entries(addresses)) {
      // A write clears the cache of the gallery's pages.
      const rating = { method: 'PUT', cookie, body: { stars: 4 } }
      await httpRequest(`${server.url}/api/characters/${rated}/rating`, rating)
      const address = addressOf(Math.abs(round))
      const startedAt = performance.now()
      await get(address)
      add(name, performance.now() - startedAt)
    }
    add(sending, await send(ownAt(Math.abs(round))))
  }
  return times
}
