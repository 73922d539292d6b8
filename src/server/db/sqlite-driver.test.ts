import type fs from 'node:fs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenSqlite, openSqlite } from './sqlite.ts'

/** Syncs under way: each test decides when they end, and how. */
const syncs = vi.hoisted((): { end: (error?: Error) => void }[] => [])
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof fs>()
  const fdatasync = (_descriptor: number, done: (error: Error | null) => void) => {
    syncs.push({ end: (error) => done(error ?? null) })
  }
  return { ...original, default: original, fdatasync }
})

let folder: string
let sqlite: OpenSqlite
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  sqlite = openSqlite(path.join(folder, 'test.db'))
  await sql`create table notes (text text unique)`.execute(sqlite.unsyncedDb)
})
afterEach(async () => {
  const closed = sqlite.close()
  while (syncs.length > 0) await endSync()
  await closed
  rmSync(folder, { recursive: true })
})

const insert = (text: string, db = sqlite.db) => sql`insert into notes values (${text})`.execute(db)
const transact = (text: string, db = sqlite.db) => db.transaction().execute((trx) => insert(text, trx))
const count = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from notes`.execute(sqlite.db)
  return rows[0]?.count
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Ends the sync under way, and gives its followers a turn of the event loop. */
async function endSync(error?: Error): Promise<void> {
  await vi.waitFor(() => expect(syncs.length).toBeGreaterThan(0))
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
    await turn()
    expect([isDone, syncs.length]).toEqual([false, 1])
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

  it('shares one sync with the others that wait, except those made after it began', async () => {
    const first = transact('first')
    await vi.waitFor(() => expect(syncs.length).toBe(1))
    const order: string[] = []
    const later = ['second', 'third'].map((text) => transact(text).then(() => order.push(text)))
    await turn()
    await endSync()
    await first
    expect(order).toEqual([])
    await endSync()
    await Promise.all(later)
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

  it('does not wait where it was asked not to; `synced` then waits for it', async () => {
    await transact('one', sqlite.unsyncedDb)
    expect(syncs).toEqual([])
    const synced = sqlite.synced()
    await endSync()
    await synced
    await sqlite.synced()
    expect(syncs).toEqual([])
  })
})

describe('the connection', () => {
  it('runs one transaction at a time, in the order they were begun', async () => {
    const order: string[] = []
    const slow = sqlite.unsyncedDb.transaction().execute(async (trx) => {
      order.push('first begins')
      await turn()
      await insert('first', trx)
      order.push('first ends')
    })
    const next = sqlite.unsyncedDb.transaction().execute(async () => order.push('second'))
    const read = count().then((found) => order.push(`read ${found}`))
    await Promise.all([slow, next, read])
    expect(order).toEqual(['first begins', 'first ends', 'second', 'read 1'])
  })

  it('rolls a failed transaction back, and goes on', async () => {
    await transact('one', sqlite.unsyncedDb)
    const failed = sqlite.unsyncedDb.transaction().execute(async (trx) => {
      await insert('two', trx)
      await insert('one', trx)
    })
    await expect(failed).rejects.toThrow('UNIQUE')
    expect(await count()).toBe(1)
  })
})
