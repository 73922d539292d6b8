import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { createCheckpointer } from './checkpoints.ts'
import { openSqlite } from './sqlite.ts'

it('moves what was written into the file while the house goes on writing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-test-'))
  const file = path.join(folder, 'test.db')
  const checkpoints = createCheckpointer(file)
  const db = openSqlite(file, { onWrite: checkpoints.wrote })
  await sql`create table lines (text text)`.execute(db)
  const line = 'The lamp leans toward the sea. '.repeat(20)
  const say = () => sql`insert into lines values (${line})`.execute(db)
  // As many as ask for the first checkpoint; without it nothing is in the file but its first pages.
  for (let count = 0; count < 1_000; count += 1) await say()
  expect(statSync(file).size).toBeLessThan(100 * line.length)
  await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(900 * line.length), { timeout: 10_000 })
  await say()
  await checkpoints.close()
  await db.destroy()
  const again = openSqlite(file)
  const { rows } = await sql<{ count: number }>`select count(*) as count from lines`.execute(again)
  expect(rows[0]?.count).toBe(1_001)
  await again.destroy()
  rmSync(folder, { recursive: true })
})
