import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

/** The type id of `bigint`, which the driver returns as text; our times and counts fit a double exactly. */
const bigint = 20

/**
 * PostgreSQL's text cannot hold NUL, and a query that names one fails. What is kept was cleaned at the door; what is
 * looked for with a NUL in it is looked for as something that is not there.
 */
class NulSafeClient extends pg.Client {
  override query = ((query: string, values: unknown[] = []) =>
    super.query(query, values.map(withoutNul))) as pg.Client['query']
}

const withoutNul = (value: unknown) =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value

export interface PostgresOptions {
  poolSize?: number
  onError?: (error: Error) => void
}

export function openPostgres(url: string, { poolSize = 20, onError }: PostgresOptions = {}): Kysely<Database> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: ((oid: number, format?: 'text') =>
      oid === bigint ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({
    Client: NulSafeClient,
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: 2_000,
  })
  // Without a listener the error of a lost connection would end the process. Its user gets an error at the next query,
  // and the pool replaces it.
  pool.on('error', (error) => onError?.(error))
  pool.on('connect', (client) => void client.on('error', (error) => onError?.(error)))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
