import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from './database.ts'
import { createGroupCommit, type Transact } from './shared-commit.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Db
let transact: Transact

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  db = openSqlite(path.join(folder, 'test.db'))
  transact = createGroupCommit(db)
  await sql`create table lines (text text primary key, scene text references lines (text) deferrable initially deferred)`.execute(
    db,
  )
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const say = (text: string, scene: string | null = null) =>
  transact((trx) => sql`insert into lines values (${text}, ${scene})`.execute(trx))
const said = async () => (await sql<{ text: string }>`select text from lines order by text`.execute(db)).rows

it('gives each piece of work its own answer', async () => {
  const lengths = await Promise.all(
    ['a', 'b', 'c'].map((text) =>
      transact(async (trx) => {
        await sql`insert into lines values (${text}, null)`.execute(trx)
        return (await sql`select * from lines`.execute(trx)).rows.length
      }),
    ),
  )
  // Each saw what those before it in the same commit had written.
  expect(lengths).toEqual([1, 2, 3])
})

it('undoes the one that fails, whole, and keeps the others', async () => {
  const results = await Promise.allSettled([
    say('a'),
    transact(async (trx) => {
      await sql`insert into lines values ('half', null)`.execute(trx)
      throw new Error('changed its mind')
    }),
    say('a'),
    say('b'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(await said()).toEqual([{ text: 'a' }, { text: 'b' }])
})

it('tells nobody that their work was kept when the commit fails', async () => {
  const results = await Promise.allSettled([say('a'), say('b', 'no such line')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await said()).toEqual([])
  await say('c')
  expect(await said()).toEqual([{ text: 'c' }])
})

it('takes work that comes while other work is done', async () => {
  const later: Promise<unknown>[] = []
  await transact(async () => {
    later.push(say('a'))
  })
  await Promise.all(later)
  expect(await said()).toEqual([{ text: 'a' }])
})
