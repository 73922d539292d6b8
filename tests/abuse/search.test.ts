import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { galleryLimits } from '#shared/character-terms.ts'
import { ms, percentile } from '#tests/bench/figures.ts'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { recordFigures } from './figures.ts'
import { probeCells } from './probe-client.ts'
import { addCharacters, addConversations, Texts } from './search-data.ts'
import { createPostgres, createSqlite, type TestedDatabase } from './search-databases.ts'

const characters = 100_000
const conversations = 20_000
/** Milliseconds. */
const maxP95 = 50

/** Queries of up to 200 characters: what is found at once, what is rare, what is nowhere, and what is hardest. */
function queriesOf(texts: Texts): (() => string)[] {
  const { words } = texts
  const limit = (text: string) => text.slice(0, galleryLimits.search)
  const some = (count: number) => Array.from({ length: count }, () => texts.word())
  const rare = () => words[4_000 + texts.below(1_000)] ?? ''
  return [
    () => texts.word(),
    () => some(2).join(' '),
    () => `${rare()} ${rare()} ${rare()}`,
    () => limit(some(60).join(' ')),
    // The most common words.
    () => limit(words.slice(texts.below(20), 60).join(' ')),
    () => limit(some(60).join('')),
    () => limit([...some(60).join('')].join(' ')),
    () =>
      limit(
        some(66)
          .map((word) => word.slice(0, 2))
          .join(' '),
      ),
    // Pairs of letters and Chinese that no text has.
    () => ['qz', 'zq', 'jx', 'xk', 'vq'][texts.below(5)] ?? '',
    () => '春琴抄の人'.slice(texts.below(4)),
  ]
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
    await addConversations(db, conversationId, conversations, texts)
    // PostgreSQL does this by itself within a minute.
    if (name === 'PostgreSQL') await sql`analyze`.execute(db)
    await close()
  }, 600_000)
  afterAll(async () => {
    await server.close()
    await database.drop()
  })

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
    const times: Record<string, number[]> = { gallery: [], conversations: [] }
    const figures = await server.probe.expectUndisturbed(async () => {
      for (const query of queries) {
        for (let count = 0; count < 11; count += 1) {
          times.gallery?.push(await search(cookies[1 + (count % 5)] ?? '', '/api/characters/public', query()))
          times.conversations?.push(await search(cookies[0] ?? '', '/api/conversations', query()))
        }
      }
    })
    for (const [what, measured] of Object.entries(times)) {
      const cells = {
        p50: ms(percentile(measured, 50)),
        p95: ms(percentile(measured, 95)),
        max: ms(Math.max(...measured)),
      }
      recordFigures('Searches', { search: what, database: name, ...cells, ...probeCells(figures) })
    }
    for (const [what, measured] of Object.entries(times)) {
      expect(percentile(measured, 95), `${what}, p95 in ms`).toBeLessThan(maxP95)
    }
  })
})
