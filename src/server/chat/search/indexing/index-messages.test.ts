import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '#server/core/context.ts'
import { openDatabase } from '#server/db/database.ts'
import { MessageIndexer } from './index-messages.ts'
import { hasWork } from './queries.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
const { access, close } = await openDatabase({ databaseUrl: undefined, dataDir, exclusive: false, now: 0 })
afterAll(async () => {
  await close()
  rmSync(dataDir, { recursive: true })
})

test('a busy thread delays indexing for five seconds at most, and then not until all is indexed', async () => {
  const { db } = access
  let elapsed = 0
  const clock = { now: () => 0, elapsed: () => elapsed }
  const indexer = new MessageIndexer({ ...access, clock } as unknown as Context, () => 1)
  const queue = async (count: number) => {
    await db
      .insertInto('message_search_queue')
      .values(Array.from({ length: count }, () => ({ message_id: 'm' })))
      .execute()
  }
  const isLeftAt = async (time: number) => {
    elapsed = time
    await indexer.run()
    return hasWork(db)
  }
  await queue(1_000)
  expect(await isLeftAt(100)).toBe(true)
  expect(await isLeftAt(5_099)).toBe(true)
  expect(await isLeftAt(5_100)).toBe(false)
  await queue(1)
  expect(await isLeftAt(5_200)).toBe(true)
  expect(await isLeftAt(10_200)).toBe(false)
})
