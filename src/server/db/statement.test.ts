import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Queryable } from './database.ts'
import { type OpenSqlite, openSqlite } from './sqlite.ts'
import { statement } from './statement.ts'

let folder: string
let sqlite: OpenSqlite
let built = 0

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  sqlite = openSqlite(path.join(folder, 'test.db'))
  await sql`create table sessions (id text, user_id text, last_seen_at integer)`.execute(sqlite.db)
})
afterAll(async () => {
  await sqlite.close()
  rmSync(folder, { recursive: true })
})

const insert = statement((db: Queryable, row: { id: string; userId: string | null; at: number }) => {
  built += 1
  const values = { id: row.id, user_id: row.userId, last_seen_at: row.at }
  return db.insertInto('sessions').values(values as never)
})
const findSince = statement((db: Queryable, args: { at: number; limit: number }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('last_seen_at', '>=', args.at)
    .orderBy('id')
    .limit(args.limit),
)

it('runs with the arguments of each call, and is built once', async () => {
  await insert(sqlite.db, { id: 'a', userId: 'ada', at: 1 })
  await insert(sqlite.db, { id: 'b', userId: null, at: 2 })
  await insert(sqlite.db, { id: 'c', userId: 'cleo', at: 3 })
  expect(built).toBe(1)
  expect((await findSince(sqlite.db, { at: 2, limit: 9 })).rows).toEqual([
    { id: 'b', user_id: null },
    { id: 'c', user_id: 'cleo' },
  ])
  expect((await findSince(sqlite.db, { at: 0, limit: 1 })).rows).toEqual([{ id: 'a', user_id: 'ada' }])
})

it('is part of the transaction it is run in', async () => {
  const failed = sqlite.db.transaction().execute(async (trx) => {
    await insert(trx, { id: 'd', userId: 'dora', at: 9 })
    throw new Error('changed our mind')
  })
  await expect(failed).rejects.toThrow('changed our mind')
  expect((await findSince(sqlite.db, { at: 9, limit: 9 })).rows).toEqual([])
})

it('is compiled for each database by itself', async () => {
  const other = openSqlite(path.join(folder, 'other.db'))
  await sql`create table sessions (id text, user_id text, last_seen_at integer)`.execute(other.db)
  await insert(other.db, { id: 'z', userId: 'zoe', at: 1 })
  expect((await findSince(other.db, { at: 0, limit: 9 })).rows).toEqual([{ id: 'z', user_id: 'zoe' }])
  await other.close()
})
