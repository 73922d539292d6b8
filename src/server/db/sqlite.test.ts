import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openSqlite } from './sqlite.ts'

it('moves commits into the database file while writes go on', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  const file = path.join(folder, 'test.db')
  const { unsyncedDb: db, close } = openSqlite(file, { hasCheckpointThread: true })
  await sql`create table notes (text text)`.execute(db)
  const text = 'The lamp leans toward the sea. '.repeat(20)
  const insert = () => sql`insert into notes values (${text})`.execute(db)
  for (let count = 0; count < 1_000; count += 1) await insert()
  await expect.poll(() => statSync(file).size, { timeout: 10_000 }).toBeGreaterThan(900 * text.length)
  await insert()
  await close()

  const again = openSqlite(file)
  const { rows } = await sql<{ count: number }>`select count(*) as count from notes`.execute(again.db)
  expect(rows[0]?.count).toBe(1_001)
  await again.close()
  rmSync(folder, { recursive: true })
})

it('leaves nothing of deleted rows in the file or its log', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  const file = path.join(folder, 'test.db')
  const { db, emptyLog, close } = openSqlite(file, { hasCheckpointThread: true })
  await sql`create table notes (text text)`.execute(db)
  const secret = 'Keeps a heron in the cellar.'
  for (const repeats of [1, 10_000]) await sql`insert into notes values (${secret.repeat(repeats)})`.execute(db)
  emptyLog()
  const holdsSecret = () => readdirSync(folder).some((name) => readFileSync(path.join(folder, name)).includes(secret))
  await expect.poll(() => readFileSync(file).includes(secret)).toBe(true)
  await sql`delete from notes`.execute(db)
  emptyLog()
  await expect.poll(holdsSecret).toBe(false)
  await close()
  rmSync(folder, { recursive: true })
})
