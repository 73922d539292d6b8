import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findPostgres, startPostgres } from './postgres.ts'
import { createPostgresDatabase } from './postgres-databases.ts'

async function ask<T>(url: string, statement: string): Promise<T[]> {
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
  'is killed without warning, comes back with what was committed, and leaves nothing',
  async () => {
    const server = await startPostgres({ settings: { synchronous_commit: 'local' } })
    const { url } = await createPostgresDatabase(server.url)
    await ask(url, 'create table line (text text); insert into line values (1)')
    expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await ask(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'local' }])

    const before = server.pid()
    await server.kill9()
    await expect(ask(url, 'select 1')).rejects.toThrow()
    await server.restart()

    expect(server.pid()).not.toBe(before)
    expect(await ask(url, 'select text from line')).toEqual([{ text: '1' }])
    await server.stop()
    expect(existsSync(server.dataDir)).toBe(false)
  },
)

test.runIf(findPostgres())('copies a template for each database, so that none sees the rows of another', async () => {
  const server = await startPostgres()
  const template = await createPostgresDatabase(server.url)
  await ask(template.url, 'create table line (text text)')
  const [first, second] = await Promise.all([
    createPostgresDatabase(server.url, template.name),
    createPostgresDatabase(server.url, template.name),
  ])
  await ask(first.url, 'insert into line values (1)')
  expect(await ask(second.url, 'select * from line')).toEqual([])
  await first.drop()
  await expect(ask(first.url, 'select 1')).rejects.toThrow('does not exist')
  await server.stop()
})
