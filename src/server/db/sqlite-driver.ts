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
import type { SqliteConnection, SqliteTransaction } from './sqlite-connection.ts'

/**
 * Kysely's dialect over `node:sqlite`. With `waitForSync` a transaction or a single write resolves once it is on disk.
 * Without, it resolves once it is written: other statements see it, and a failed commit can still undo it. The
 * connection is free for others while a commit waits.
 */
export function sqliteDialect(connection: SqliteConnection, { waitForSync }: { waitForSync: boolean }): Dialect {
  return {
    createAdapter() {
      const adapter = new SqliteAdapter()
      connections.set(adapter, connection)
      return adapter
    },
    createDriver: () => new SqliteDriver(connection, waitForSync),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** The connection of a database, by its Kysely adapter. */
const connections = new WeakMap<object, SqliteConnection>()

/**
 * Runs a statement of a transaction, or a read, without Kysely's executor, whose promises cost more than SQLite needs
 * for the statement. Returns undefined if the executor is needed: on PostgreSQL, for a single write, and while a
 * transaction of another request has the connection.
 */
export function executeDirectly<Row>(
  adapter: object,
  { sql, parameters }: CompiledQuery,
  { isTransaction, isWrite }: { isTransaction: boolean; isWrite: boolean },
): QueryResult<Row> | undefined {
  const connection = connections.get(adapter)
  if (!connection) return undefined
  if (!isTransaction && (isWrite || connection.isAcquired)) return undefined
  return connection.execute<Row>(sql, parameters)
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #waitForSync: boolean

  constructor(connection: SqliteConnection, waitForSync: boolean) {
    this.#connection = connection
    this.#waitForSync = waitForSync
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<AcquiredConnection> {
    await this.#connection.acquire()
    return new AcquiredConnection(this.#connection, this.#waitForSync)
  }

  async beginTransaction(connection: AcquiredConnection): Promise<void> {
    connection.begin()
  }

  async commitTransaction(connection: AcquiredConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: AcquiredConnection): Promise<void> {
    connection.rollback()
  }

  async releaseConnection(connection: AcquiredConnection): Promise<void> {
    connection.release()
  }

  /** The file is closed by its owner (`openSqlite`), because two Kysely instances share it. */
  async destroy(): Promise<void> {}
}

/** The connection while one transaction or one statement has acquired it. */
class AcquiredConnection implements DatabaseConnection {
  readonly #connection: SqliteConnection
  readonly #waitForSync: boolean
  #transaction: SqliteTransaction | null = null
  #isReleased = false

  constructor(connection: SqliteConnection, waitForSync: boolean) {
    this.#connection = connection
    this.#waitForSync = waitForSync
  }

  begin(): void {
    this.#transaction = this.#connection.begin()
  }

  async commit(): Promise<void> {
    const transaction = this.#transaction
    if (!transaction) return
    transaction.end()
    // Set before the commit: if the commit or its sync fails, the caller gets the error and there is nothing left to
    // roll back.
    this.#transaction = null
    await this.#freeAndWait()
  }

  rollback(): void {
    this.#transaction?.rollback()
    this.#transaction = null
  }

  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#connection.release()
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { isWrite, ...result } = this.#connection.execute<Row>(sql, parameters)
    if (isWrite && !this.#transaction) {
      this.#connection.noteSingleWrite()
      await this.#freeAndWait()
    }
    return result
  }

  // biome-ignore lint/correctness/useYield: SQLite's rows are all there at once; nothing in the app streams them.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows cannot be streamed from SQLite: read them page by page.')
  }

  /** Frees the connection for others after a write, and waits for the sync where that was asked for. */
  async #freeAndWait(): Promise<void> {
    const synced = this.#waitForSync ? this.#connection.synced() : undefined
    this.release()
    await synced
  }
}
