import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { PoolUse } from './database-use.ts'
import type { LogSync } from './log-sync.ts'

/** The most prepared statements. The server has far fewer, but each length of an `in (…)` list is another one. */
const preparedMax = 500

interface Prepared {
  statement: StatementSync
  hasRows: boolean
  isWrite: boolean
}

/** Statements that change rows; `with … update` and the like included. */
const writes = /^\s*(?:insert|update|delete|replace|create|drop|alter)\b|\b(?:insert into|update|delete from)\b/i

/** The one connection to a SQLite file. One transaction or statement at a time acquires it. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #log: LogSync
  readonly #prepared = new LRUCache<string, Prepared>({ max: preparedMax })
  readonly #waiting: (() => void)[] = []
  #isAcquired = false
  #hasCommitted = false

  constructor(database: DatabaseSync, log: LogSync) {
    this.#database = database
    this.#log = log
  }

  /** Waits until the connection is free. Waiting callers get it in the order in which they asked. */
  async acquire(): Promise<this> {
    if (this.#isAcquired) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isAcquired = true
    this.#hasCommitted = false
    return this
  }

  /** Frees the connection for the next caller. Returns whether anything was committed since it was acquired. */
  release(): boolean {
    const hasCommitted = this.#hasCommitted
    const next = this.#waiting.shift()
    // The connection stays acquired for the next caller, so that no later one gets it first.
    if (next) next()
    else this.#isAcquired = false
    return hasCommitted
  }

  get use(): PoolUse {
    const used = this.#isAcquired ? 1 : 0
    return { used, idle: 1 - used, waiting: this.#waiting.length }
  }

  begin(isReadOnly: boolean): void {
    // Takes the write lock immediately: two processes that upgrade a read lock to a write lock could deadlock.
    this.#run(isReadOnly ? 'begin' : 'begin immediate')
  }

  commit(): void {
    this.#run('commit')
    this.#noteCommit()
  }

  rollback(): void {
    // After some errors, such as a full disk, SQLite has rolled back by itself.
    if (this.#database.isTransaction) this.#run('rollback')
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, hasRows, isWrite } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    const result = hasRows ? { rows: statement.all(...values) as Row[] } : toResult(statement.run(...values))
    if (isWrite && !this.#database.isTransaction) this.#noteCommit()
    return result
  }

  // biome-ignore lint/correctness/useYield: SQLite's rows are all there at once; nothing in the app streams them.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows cannot be streamed from SQLite: read them page by page.')
  }

  #noteCommit(): void {
    this.#hasCommitted = true
    this.#log.committed()
  }

  #run(sql: string): void {
    this.#prepare(sql).statement.run()
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0, isWrite: writes.test(sql) }
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

const toResult = ({ changes, lastInsertRowid }: ReturnType<StatementSync['run']>) => ({
  rows: [],
  numAffectedRows: BigInt(changes),
  insertId: BigInt(lastInsertRowid),
})

/**
 * Kysely's dialect over `node:sqlite`. A transaction or a single write resolves once it is on disk if `log` is given, else once
 * it is committed. Either way the connection is free for others while the log is synced.
 */
export function sqliteDialect(connection: SqliteConnection, log: LogSync | null): Dialect {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: () => connection.acquire(),
    beginTransaction: async (_, { accessMode }) => connection.begin(accessMode === 'read only'),
    commitTransaction: async () => connection.commit(),
    rollbackTransaction: async () => connection.rollback(),
    async releaseConnection() {
      if (connection.release()) await log?.synced()
    },
    // The file is closed by its owner (`openSqlite`), because two Kysely instances share it.
    destroy: async () => {},
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}
