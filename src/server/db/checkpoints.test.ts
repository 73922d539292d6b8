import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createCheckpointer } from './checkpoints.ts'
import { openSqlite } from './sqlite.ts'

it('moves commits into the database file while writes go on', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  const file = path.join(folder, 'test.db')
  const checkpoints = createCheckpointer(file)
  const { unsyncedDb: db, close } = openSqlite(file, { onCommit: checkpoints.onCommit })
  await sql`create table notes (text text)`.execute(db)
  const text = 'The lamp leans toward the sea. '.repeat(20)
  const insert = () => sql`insert into notes values (${text})`.execute(db)
  // Just fewer than ask for the first checkpoint (creating the table counts as one).
  for (let count = 0; count < 998; count += 1) await insert()
  expect(statSync(file).size).toBeLessThan(100 * text.length)
  for (let count = 0; count < 2; count += 1) await insert()
  await expect.poll(() => statSync(file).size).toBeGreaterThan(900 * text.length)
  await insert()
  await checkpoints.close()
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
  const checkpoints = createCheckpointer(file)
  const { db, close } = openSqlite(file, { onCommit: checkpoints.onCommit })
  await sql`create table notes (text text)`.execute(db)
  const secret = 'Keeps a heron in the cellar.'
  for (const repeats of [1, 10_000]) await sql`insert into notes values (${secret.repeat(repeats)})`.execute(db)
  checkpoints.truncate()
  const holdsSecret = () => readdirSync(folder).some((name) => readFileSync(path.join(folder, name)).includes(secret))
  await expect.poll(() => readFileSync(file).includes(secret)).toBe(true)
  await sql`delete from notes`.execute(db)
  checkpoints.truncate()
  await expect.poll(holdsSecret).toBe(false)
  await checkpoints.close()
  await close()
  rmSync(folder, { recursive: true })
})
