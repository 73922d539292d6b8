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
 * Kysely's dialect over `node:sqlite`. With `waitForSync` a transaction and a single write resolve once they are on
 * disk; without, once they are written, which other statements see and a failed commit can still undo. The connection is
 * free for others while a commit waits.
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
 * Runs a statement of a transaction, or a read, without the detour through Kysely's executor, whose promises cost more
 * than SQLite needs for the statement. Undefined where the detour is needed: on another database, for a single write,
 * and while a transaction of another request has the connection.
 */
export function executeDirectly<Row>(
  adapter: object,
  { sql, parameters }: CompiledQuery,
  { isTransaction, isWrite }: { isTransaction: boolean; isWrite: boolean },
): QueryResult<Row> | undefined {
  const connection = connections.get(adapter)
  if (!connection) return undefined
  if (!isTransaction && (isWrite || connection.isLent)) return undefined
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

  async acquireConnection(): Promise<SqliteLease> {
    await this.#connection.acquire()
    return new SqliteLease(this.#connection, this.#waitForSync)
  }

  async beginTransaction(lease: SqliteLease): Promise<void> {
    lease.begin()
  }

  async commitTransaction(lease: SqliteLease): Promise<void> {
    await lease.commit()
  }

  async rollbackTransaction(lease: SqliteLease): Promise<void> {
    lease.rollback()
  }

  async releaseConnection(lease: SqliteLease): Promise<void> {
    lease.release()
  }

  /** The file is closed by its owner (`openSqlite`), because two Kysely instances share it. */
  async destroy(): Promise<void> {}
}

/** The connection for the time one transaction or one statement has it. */
class SqliteLease implements DatabaseConnection {
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
    // From here on there is nothing to roll back, even when the commit or its sync fails and the caller gets the error.
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
