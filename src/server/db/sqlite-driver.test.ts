import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { type OpenSqlite, openSqlite } from './sqlite.ts'

/** Syncs under way: each test decides when they end, and how; what is left when it is over ends by itself. */
const syncs: { end: (error?: Error) => void }[] = []
const held = { isOn: true }
const { fdatasync } = fs
function heldSync(_descriptor: number, done: (error: Error | null) => void) {
  if (held.isOn) syncs.push({ end: (error) => done(error ?? null) })
  else setImmediate(done, null)
}
function replaceSync(sync: typeof fdatasync) {
  fs.fdatasync = sync
  syncBuiltinESMExports()
}
beforeAll(() => replaceSync(Object.assign(heldSync, { __promisify__: fdatasync.__promisify__ })))
afterAll(() => replaceSync(fdatasync))

let folder: string
let sqlite: OpenSqlite
beforeEach(async () => {
  held.isOn = true
  folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  sqlite = openSqlite(path.join(folder, 'test.db'))
  await sql`create table notes (text text unique)`.execute(sqlite.unsyncedDb)
})
afterEach(async () => {
  held.isOn = false
  for (const { end } of syncs.splice(0)) end()
  await sqlite.close()
  rmSync(folder, { recursive: true })
})

const insert = (text: string, db = sqlite.db) => sql`insert into notes values (${text})`.execute(db)
const transact = (text: string, db = sqlite.db) => db.transaction().execute((trx) => insert(text, trx))
const count = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from notes`.execute(sqlite.db)
  return rows[0]?.count
}
/** What another connection sees, and so would another process. */
async function committedCount(): Promise<number | undefined> {
  const other = openSqlite(path.join(folder, 'test.db'))
  const { rows } = await sql<{ count: number }>`select count(*) as count from notes`.execute(other.db)
  await other.close()
  return rows[0]?.count
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Ends the sync under way, and waits for an iteration of the event loop. */
async function endSync(error?: Error): Promise<void> {
  await expect.poll(() => syncs.length).toBeGreaterThan(0)
  syncs.shift()?.end(error)
  await turn()
}

describe('a commit', () => {
  it.each([
    ['a transaction', transact],
    ['a single write', insert],
  ])('resolves once the log is synced: %s', async (_, write) => {
    let isDone = false
    const written = write('one').then(() => {
      isDone = true
    })
    await expect.poll(() => syncs.length).toBe(1)
    await turn()
    expect(isDone).toBe(false)
    await endSync()
    await written
    expect(isDone).toBe(true)
  })

  it('frees the connection before its sync has ended', async () => {
    const written = transact('one')
    expect(await count()).toBe(1)
    await endSync()
    await written
  })

  it('waits for the sync under way, and is shared by what is written meanwhile', async () => {
    const first = transact('first')
    await expect.poll(() => syncs.length).toBe(1)
    const order: string[] = []
    const second = transact('second').then(() => order.push('second'))
    await turn()
    const third = transact('third').then(() => order.push('third'))
    await turn()
    expect(await committedCount()).toBe(3)
    await endSync()
    await first
    expect(order).toEqual([])
    await endSync()
    await Promise.all([second, third])
    expect(order).toEqual(['second', 'third'])
    expect(syncs).toEqual([])
  })

  it('rejects when the log cannot be synced, and the next one syncs both', async () => {
    const first = transact('first')
    first.catch(() => {})
    await endSync(new Error('EIO'))
    await expect(first).rejects.toThrow('EIO')
    const second = transact('second')
    await endSync()
    await second
    expect(await count()).toBe(2)
  })

  it('is not awaited where it was asked not to; `synced` then waits for it', async () => {
    await transact('one', sqlite.unsyncedDb)
    expect(await committedCount()).toBe(1)
    expect(syncs).toEqual([])
    const synced = sqlite.synced()
    await endSync()
    await synced
    await sqlite.synced()
    expect(syncs).toEqual([])
  })
})

test('transactions that begin together are committed one by one: only the one that fails is rolled back', async () => {
  held.isOn = false
  const results = await Promise.allSettled(['first', 'first', 'second'].map((text) => transact(text)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await committedCount()).toBe(2)
})

test('a transaction that SQLite itself has rolled back is rejected, and earlier ones stay', async () => {
  held.isOn = false
  await transact('first')
  await sql`pragma max_page_count = 3`.execute(sqlite.db)
  await expect(transact('x'.repeat(50_000))).rejects.toThrow('full')
  await sql`pragma max_page_count = 1000000`.execute(sqlite.db)
  await transact('second')
  expect(await committedCount()).toBe(2)
})
