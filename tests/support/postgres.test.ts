import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { findPostgres, startPostgres } from './postgres.ts'
import { createPostgresDatabase } from './postgres-databases.ts'

// Each test starts PostgreSQL.
vi.setConfig({ testTimeout: 60_000 })

async function query<T>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test.runIf(findPostgres())(
  'a killed PostgreSQL restarts with its committed rows, and stop deletes its data',
  async () => {
    const server = await startPostgres({ settings: { synchronous_commit: 'local' } })
    const { url } = await createPostgresDatabase(server.url)
    await query(url, 'create table message (text text); insert into message values (1)')
    expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'local' }])

    const before = server.pid()
    await server.kill9()
    await expect(query(url, 'select 1')).rejects.toThrow()
    await server.restart()

    expect(server.pid()).not.toBe(before)
    expect(await query(url, 'select text from message')).toEqual([{ text: '1' }])
    await server.stop()
    expect(existsSync(server.dataDir)).toBe(false)
  },
)

test.runIf(findPostgres())('databases copied from one template do not share rows', async () => {
  const server = await startPostgres()
  const template = await createPostgresDatabase(server.url)
  await query(template.url, 'create table message (text text)')
  const [first, second] = await Promise.all([
    createPostgresDatabase(server.url, template.name),
    createPostgresDatabase(server.url, template.name),
  ])
  await query(first.url, 'insert into message values (1)')
  expect(await query(second.url, 'select * from message')).toEqual([])
  await first.drop()
  await expect(query(first.url, 'select 1')).rejects.toThrow('does not exist')
  await server.stop()
})
