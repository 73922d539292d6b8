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

/** Ends the sync under way, and waits for a turn of the event loop. */
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
    expect(await count(), 'written').toBe(3)
    expect(await committedCount(), 'committed').toBe(1)
    await endSync()
    await first
    expect(order).toEqual([])
    await endSync()
    await Promise.all([second, third])
    expect(order).toEqual(['second', 'third'])
    expect(await committedCount()).toBe(3)
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
    expect(await committedCount()).toBe(0)
    expect(syncs).toEqual([])
    const synced = sqlite.synced()
    await endSync()
    await synced
    expect(await committedCount()).toBe(1)
    await sqlite.synced()
    expect(syncs).toEqual([])
  })
})

describe('transactions of one turn of the event loop', () => {
  beforeEach(async () => {
    await turn()
    held.isOn = false
  })

  it('are committed together', async () => {
    await Promise.all(['first', 'second', 'third'].map((text) => transact(text, sqlite.unsyncedDb)))
    expect(await count()).toBe(3)
    expect(await committedCount()).toBe(0)
    await sqlite.synced()
    expect(await committedCount()).toBe(3)
  })

  it('roll back the one that fails, and keep the others', async () => {
    const results = await Promise.allSettled(['first', 'first', 'second'].map((text) => transact(text)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await committedCount()).toBe(2)
  })

  it('keep a single write that comes between them', async () => {
    await Promise.all([transact('first'), insert('second')])
    expect(await committedCount()).toBe(2)
  })

  it('are all lost when they cannot be committed', async () => {
    await sql`pragma max_page_count = 3`.execute(sqlite.db)
    const first = sqlite.unsyncedDb.transaction().execute(async (trx) => {
      await insert('first', trx)
      const synced = sqlite.synced()
      synced.catch(() => {})
      return { synced }
    })
    const large = transact('x'.repeat(50_000))
    await expect(large).rejects.toThrow('full')
    await expect(first.then(({ synced }) => synced)).rejects.toThrow('full')
    await sql`pragma max_page_count = 1000000`.execute(sqlite.db)
    await transact('second')
    expect(await committedCount()).toBe(1)
  })
})

test('message listeners hear of changes to ended messages, and of rows that were written and then lost', async () => {
  const { unsyncedDb: db } = sqlite
  await sql`create table messages (id text, conversation_id text, parent_id text, depth integer, role text, content text,
    status text, persona_name text)`.execute(db)
  const heard: string[] = []
  for (const name of ['a', 'b']) {
    sqlite.watchMessages({
      changed: (conversationId, id) => heard.push(`${name} ${conversationId} ${id}`),
      rolledBack: () => heard.push(`${name} rolled back`),
    })
  }
  const takeHeard = () => heard.splice(0)
  await sql`insert into messages (id, conversation_id, content, status) values ('m', 'c', '', 'streaming')`.execute(db)
  await sql`update messages set content = 'text', status = 'complete'`.execute(db)
  expect(takeHeard()).toEqual([])
  await sql`update messages set content = 'other'`.execute(db)
  expect(takeHeard()).toEqual(['a c m', 'b c m'])
  await sql`delete from messages`.execute(db)
  expect(takeHeard()).toEqual(['a c m', 'b c m'])

  await sql`pragma max_page_count = 4`.execute(db)
  await expect(transact('x'.repeat(50_000))).rejects.toThrow('full')
  expect(takeHeard()).toEqual(['a rolled back', 'b rolled back'])
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

test('the accounts version changes with each write to accounts or sessions, and when one is undone', async () => {
  const { unsyncedDb: db, accountsVersion } = sqlite
  await sql`create table users (id text)`.execute(db)
  await sql`create table sessions (id text)`.execute(db)
  const isChangedBy = async (work: () => Promise<unknown>) => {
    const before = accountsVersion()
    await work().catch(() => {})
    return accountsVersion() !== before
  }
  expect(await isChangedBy(() => db.transaction().execute((trx) => sql`delete from "sessions"`.execute(trx)))).toBe(
    true,
  )
  expect(await isChangedBy(() => sql`update users set id = '2'`.execute(db))).toBe(true)
  expect(await isChangedBy(() => sql`with gone as (select 1) insert into users select 1`.execute(db))).toBe(true)
  expect(await isChangedBy(() => sql`select * from users`.execute(db))).toBe(false)
  expect(await isChangedBy(() => insert('users', db))).toBe(false)

  for (const isFirst of [true, false]) {
    if (!isFirst) await transact('first', db)
    const end = Promise.withResolvers<void>()
    const undone = db.transaction().execute(async (trx) => {
      await sql`delete from users`.execute(trx)
      await end.promise
    })
    undone.catch(() => {})
    await turn()
    const during = accountsVersion()
    end.reject(new Error('undone'))
    await expect(undone).rejects.toThrow('undone')
    expect(accountsVersion(), isFirst ? 'the whole group' : 'one part of it').not.toBe(during)
  }
})
