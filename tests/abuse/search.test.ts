import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '#server/db/postgres.ts'
import type { Database } from '#server/db/schema.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { galleryLimits } from '#shared/character-terms.ts'
import { ms, percentile } from '#tests/bench/figures.ts'
import { startPostgres } from '#tests/support/postgres.ts'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { bystanderCells } from './bystander.ts'
import { recordFigures } from './figures.ts'
import { addCharacters, addConversations, Texts } from './search-data.ts'

const characters = 100_000
const conversations = 20_000
/** Milliseconds. */
const maxP95 = 50

interface TestedDatabase {
  env: Record<string, string>
  open(): { db: Kysely<Database>; close(): Promise<void> }
  drop(): Promise<void>
}

async function createSqlite(): Promise<TestedDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-search-'))
  return {
    env: { DATA_DIR: dataDir },
    open: () => openSqlite(path.join(dataDir, 'troupe.db')),
    drop: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function createPostgres(): Promise<TestedDatabase> {
  const postgres = await startPostgres()
  const open = () => {
    const db = openPostgres(postgres.url)
    return { db, close: () => db.destroy() }
  }
  return { env: { DATABASE_URL: postgres.url }, open, drop: () => postgres.stop() }
}

/** Queries of up to 200 characters: what is found at once, what is rare, what is nowhere, and what is hardest. */
function queriesOf(texts: Texts): Record<string, () => string> {
  const { words } = texts
  const limit = (text: string) => text.slice(0, galleryLimits.search)
  const some = (count: number) => Array.from({ length: count }, () => texts.word()).join(' ')
  const rare = () => words[4_000 + Math.floor(Math.random() * 1_000)] ?? ''
  return {
    'one word': () => texts.word(),
    'two words': () => some(2),
    'three rare words': () => `${rare()} ${rare()} ${rare()}`,
    'as many words as fit': () => limit(some(60)),
    'the most common words': () => limit(words.slice(Math.floor(Math.random() * 20), 60).join(' ')),
    'one long word': () => limit(some(60).replaceAll(' ', '')),
    'a hundred letters': () =>
      limit(Array.from({ length: 100 }, (_, at) => 'etaoinshrdlucmfwypvbgkjqxz'[at % 26]).join(' ')),
    'pairs of letters': () => limit(Array.from({ length: 66 }, () => texts.word().slice(0, 2)).join(' ')),
    'a rare pair of letters': () => ['qz', 'zq', 'jx', 'xk', 'vq'][Math.floor(Math.random() * 5)] ?? '',
    'Chinese letters': () => '春琴抄の人'.slice(Math.floor(Math.random() * 3)),
  }
}

describe.each([
  ['SQLite', createSqlite],
  ['PostgreSQL', createPostgres],
] as const)('on %s', (name, createDatabase) => {
  let database: TestedDatabase
  let server: AbuseServer
  const texts = new Texts()
  const cookies: string[] = []

  beforeAll(async () => {
    database = await createDatabase()
    server = await startAbuseServer({ env: database.env })
    for (const index of [0, 1, 2, 3, 4, 5]) cookies.push(await server.signUp(`searcher-${index}`, `127.0.1.${index}`))
    const body = { characterId: server.characterId, message: 'Hello.' }
    const { text } = await server.send('POST', '/api/chat', { cookie: cookies[0] ?? '', body })
    const { conversationId } = JSON.parse(text) as { conversationId: string }
    const { db, close } = database.open()
    await addCharacters(db, server.characterId, characters, texts)
    for (let user = 0; user < 1; user += 1) await addConversations(db, conversationId, conversations, texts)
    // PostgreSQL does this by itself within a minute.
    if (name === 'PostgreSQL') await sql`analyze`.execute(db)
    await close()
  }, 600_000)
  afterAll(async () => {
    await server.close()
    await database.drop()
  })

  /** Reads once for each account in turn, so that none reaches its limit. */
  async function search(cookie: string, address: string, query: string): Promise<number> {
    const startedAt = performance.now()
    const { status, text } = await server.send('GET', `${address}?${new URLSearchParams({ search: query })}`, {
      cookie,
    })
    expect(status, text.slice(0, 200)).toBe(200)
    return performance.now() - startedAt
  }

  test(`the searches of the gallery with ${characters} characters, and of ${conversations} conversations, take less than ${maxP95} ms`, async () => {
    const queries = queriesOf(texts)
    const times = { gallery: [] as number[], conversations: [] as number[] }
    const slowest: Record<string, string> = {}
    const figures = await server.bystander.expectUndisturbed(async () => {
      for (const [what, query] of Object.entries(queries)) {
        const gallery: number[] = []
        const own: number[] = []
        for (let count = 0; count < 11; count += 1) {
          gallery.push(await search(cookies[1 + (count % 5)] ?? '', '/api/characters/public', query()))
          own.push(await search(cookies[0] ?? '', '/api/conversations', query()))
        }
        times.gallery.push(...gallery)
        times.conversations.push(...own)
        slowest[what] =
          `${ms(percentile(gallery, 50))} / ${ms(Math.max(...gallery))}; ${ms(percentile(own, 50))} / ${ms(Math.max(...own))}`
      }
    })
    console.log(slowest)
    for (const [what, measured] of Object.entries(times)) {
      const cells = {
        p50: ms(percentile(measured, 50)),
        p95: ms(percentile(measured, 95)),
        max: ms(Math.max(...measured)),
      }
      recordFigures('Searches', { search: what, database: name, ...cells, ...bystanderCells(figures) })
    }
    expect(percentile(times.gallery, 95)).toBeLessThan(maxP95)
    expect(percentile(times.conversations, 95)).toBeLessThan(maxP95)
  })
})
