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
import type { LogSync } from './log-sync.ts'

/** Statements kept prepared; the app's own set is far smaller, `in (…)` lists make the rest. */
const preparedMax = 500

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
  isWrite: boolean
}

/**
 * One connection to a SQLite file, used by one transaction or statement at a time: a statement of another request
 * would otherwise see, and become part of, an open transaction.
 */
export class SqliteConnectionOwner {
  readonly database: DatabaseSync
  readonly log: LogSync
  readonly #onCommit: () => void
  readonly #prepared = new LRUCache<string, Prepared>({ max: preparedMax })
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  constructor(database: DatabaseSync, log: LogSync, onCommit: () => void) {
    this.database = database
    this.log = log
    this.#onCommit = onCommit
  }

  /** Waits for the connection, first come, first served. */
  async acquire(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
  }

  release(): void {
    const next = this.#waiting.shift()
    // The connection stays taken when it is handed on, so that no later caller gets ahead.
    if (next) next()
    else this.#isTaken = false
  }

  prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0, isWrite: writes.test(sql) }
    this.#prepared.set(sql, prepared)
    return prepared
  }

  committed(): void {
    this.log.committed()
    this.#onCommit()
  }
}

/** Statements that change rows; `with … update` and the like included. */
const writes = /^\s*(?:insert|update|delete|replace|create|drop|alter)\b|\b(?:insert into|update|delete from)\b/i

/**
 * Kysely's dialect over `node:sqlite`. With `waitForSync` a transaction and a single write resolve once they are on disk
 * (`LogSync`); without, as soon as they are committed. The connection is free for the next caller while a commit waits
 * for its sync.
 */
export function sqliteDialect(owner: SqliteConnectionOwner, { waitForSync }: { waitForSync: boolean }): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(owner, waitForSync),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class SqliteDriver implements Driver {
  readonly #owner: SqliteConnectionOwner
  readonly #waitForSync: boolean

  constructor(owner: SqliteConnectionOwner, waitForSync: boolean) {
    this.#owner = owner
    this.#waitForSync = waitForSync
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteLease> {
    await this.#owner.acquire()
    return new SqliteLease(this.#owner, this.#waitForSync)
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

  /** Whoever opened the file closes it. */
  async destroy(): Promise<void> {}
}

/** The connection for the time one transaction or one statement has it. */
class SqliteLease implements DatabaseConnection {
  readonly #owner: SqliteConnectionOwner
  readonly #waitForSync: boolean
  #inTransaction = false
  #isReleased = false

  constructor(owner: SqliteConnectionOwner, waitForSync: boolean) {
    this.#owner = owner
    this.#waitForSync = waitForSync
  }

  /** Takes the write lock at once: two processes that upgrade a read lock to a write lock could deadlock. */
  begin(): void {
    this.#owner.prepare('begin immediate').statement.run()
    this.#inTransaction = true
  }

  async commit(): Promise<void> {
    this.#owner.prepare('commit').statement.run()
    // From here on the transaction cannot be rolled back, even when the sync fails and the caller gets its error.
    this.#inTransaction = false
    await this.#afterCommit()
  }

  rollback(): void {
    if (!this.#inTransaction) return
    this.#inTransaction = false
    // SQLite itself has rolled back after some errors, such as a full disk.
    if (this.#owner.database.isTransaction) this.#owner.prepare('rollback').statement.run()
  }

  release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#owner.release()
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, returnsRows, isWrite } = this.#owner.prepare(sql)
    const values = parameters as SQLInputValue[]
    let result: QueryResult<Row>
    if (returnsRows) {
      result = { rows: statement.all(...values) as Row[] }
    } else {
      const { changes, lastInsertRowid } = statement.run(...values)
      result = { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    }
    if (isWrite && !this.#inTransaction) await this.#afterCommit()
    return result
  }

  // biome-ignore lint/correctness/useYield: SQLite's rows are all there at once; nothing in the app streams them.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows cannot be streamed from SQLite: read them page by page.')
  }

  async #afterCommit(): Promise<void> {
    this.#owner.committed()
    this.release()
    if (this.#waitForSync) await this.#owner.log.synced()
  }
}
