import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { logStatements, type OnStatement, type PoolUse } from './database-use.ts'
import { PostgresWatch } from './postgres-watch.ts'
import type { Database } from './schema.ts'

/** The type id of `bigint`, which the driver returns as text; our times and counts fit a double exactly. */
const bigint = 20

/**
 * PostgreSQL's text cannot contain NUL, and a query with one fails. Stored texts were cleaned by the request schemas; a
 * search for a text with a NUL finds nothing.
 */
class NulSafeClient extends pg.Client {
  override query = ((query: string, values: unknown[] = []) =>
    super.query(query, values.map(withoutNul))) as pg.Client['query']
}

const withoutNul = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

/**
 * Milliseconds. `connection` is how long a request waits for one of the pool when PostgreSQL is overloaded; the watch notices an
 * outage sooner. The last two are PostgreSQL's: they also end what a frozen or lost instance has left behind.
 */
const timeouts = { connection: 5_000, statement: 30_000, idleInTransaction: 10_000 }

/** The most connections of the pool. */
const poolSize = 20

export interface PostgresOptions {
  /** Ends the queries under way, and rejects new ones at once, while PostgreSQL does not answer. */
  isWatched?: boolean
  onError?: (error: Error) => void
  onStatement?: OnStatement
}

export function openPostgres(
  url: string,
  options: PostgresOptions = {},
): { db: Kysely<Database>; readPoolUse: () => PoolUse } {
  const { isWatched = false, onError, onStatement } = options
  const types: pg.CustomTypesConfig = {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === bigint ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({
    Client: NulSafeClient,
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: timeouts.connection,
    statement_timeout: timeouts.statement,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
  })
  const clients = new Set<pg.Client>()
  // Without a listener the error of a lost connection would end the process. Its user gets an error at the next query,
  // and the pool replaces it.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => {
    client.on('error', (error) => onError?.(error))
    // Compiling a statement that the planner thinks expensive takes 200 ms; all of ours are short.
    client.query('set jit = off').catch(() => {})
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  const log = logStatements(onStatement)
  const readPoolUse = () => {
    const { totalCount, idleCount: idle, waitingCount: waiting } = pool
    return { used: totalCount - idle, idle, waiting }
  }
  if (!isWatched) return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log }), readPoolUse }

  const disconnectAll = () => {
    for (const client of clients) client.connection.stream.destroy()
  }
  const watch = new PostgresWatch(url, disconnectAll)
  const watchedPool = { connect: () => connectWhileUp(pool, watch), end: () => end(pool, watch) }
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: watchedPool }), log }), readPoolUse }
}

async function connectWhileUp(pool: pg.Pool, watch: PostgresWatch): Promise<pg.PoolClient> {
  let isAbandoned = false
  try {
    return await watch.whileUp(async () => {
      const client = await pool.connect()
      if (isAbandoned) client.release(true)
      return client
    })
  } catch (error) {
    isAbandoned = true
    throw error
  }
}

/** Closes all connections. The pool sends a closing message on each, which a frozen server never answers. */
async function end(pool: pg.Pool, watch: PostgresWatch): Promise<void> {
  await watch.whileUp(() => pool.end()).finally(() => watch.close())
}
