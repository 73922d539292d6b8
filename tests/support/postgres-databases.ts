import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface PostgresDatabase {
  name: string
  url: string
  /** Closes every connection and refuses new ones, until `true`. */
  allowConnections: (isAllowed: boolean) => Promise<void>
  drop: () => Promise<void>
}

/** Creates a database on a server, as a copy of the template database. */
export async function createPostgresDatabase(serverUrl: string, template = 'template1'): Promise<PostgresDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runStatement(serverUrl, `create database ${name} template ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    async allowConnections(isAllowed) {
      await runStatement(serverUrl, `alter database ${name} allow_connections ${isAllowed}`)
      if (isAllowed) return
      await runStatement(serverUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    },
    drop: () => runStatement(serverUrl, `drop database if exists ${name} with (force)`),
  }
}

async function runStatement(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
