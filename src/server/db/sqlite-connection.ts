import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { LogSync } from './log-sync.ts'

/** The most prepared statements. The server has far fewer, but each length of an `in (…)` list is another one. */
const preparedMax = 500
/**
 * Milliseconds from one commit of a group to the next. A commit and its sync cost the event loop 0.2 ms; 10 ms in place of 5
 * allow 5 % more sends at saturation. A lone commit does not wait, and a turn's commit is faster than any model.
 */
const commitInterval = 10

interface Prepared {
  statement: StatementSync
  /** The names of the columns of its rows; null if it returns none. */
  columns: string[] | null
  isWrite: boolean
  /** Whether other statements may return other columns after it. */
  changesSchema: boolean
  /** Whether it may change an account or a session. */
  changesAccounts: boolean
  /** Whether it may change a character, or who may chat with it. */
  changesCharacters: boolean
}

/** Statements that change rows; `with … update` and the like included. */
const writes = /^\s*(?:insert|update|delete|replace|create|drop|alter)\b|\b(?:insert into|update|delete from)\b/i

/** Rows as objects. Those of `node:sqlite` have no prototype, take 450 bytes more each, and twice the time to make. */
function toObjects<Row>(columns: readonly string[], rows: unknown): Row[] {
  return (rows as unknown[][]).map((values) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < columns.length; index += 1) row[columns[index] ?? ''] = values[index]
    return row as Row
  })
}

/**
 * The one connection to a SQLite file. One transaction at a time acquires it. Transactions are committed in groups:
 * those of one turn of the event loop, and those that end while the log is being synced or soon after the last commit.
 * A commit writes about ten pages to the log, of which four are the same for every message sent, so four sends
 * committed together cost half as much as one by one.
 */
export class SqliteConnection {
  readonly #database: DatabaseSync
  readonly #log: LogSync
  readonly #onCommit: () => void
  readonly #onRollback: () => void
  readonly #prepared = new LRUCache<string, Prepared>({ max: preparedMax })
  readonly #waiting: (() => void)[] = []
  #isAcquired = false
  #accountsVersion = 0
  #charactersVersion = 0
  /** Ends when the next group may be committed. */
  #pause = Promise.resolve()
  /** The transaction that is open for others to join, and its commit. */
  #group: PromiseWithResolvers<void> | null = null

  /** `onRollback`: transactions whose rows could be read were rolled back. */
  constructor(
    database: DatabaseSync,
    log: LogSync,
    { onCommit, onRollback }: { onCommit: () => void; onRollback: () => void },
  ) {
    this.#database = database
    this.#log = log
    this.#onCommit = onCommit
    this.#onRollback = onRollback
  }

  /** Changes with each statement or rollback that may have changed an account or a session. */
  get accountsVersion(): number {
    return this.#accountsVersion
  }

  /** Changes with each statement or rollback that may have changed a character or its author. */
  get charactersVersion(): number {
    return this.#charactersVersion
  }

  get isAcquired(): boolean {
    return this.#isAcquired
  }

  /** Waits until the connection is free. Waiting callers get it in the order in which they asked. */
  async acquire(): Promise<void> {
    if (this.#isAcquired) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isAcquired = true
  }

  release(): void {
    const next = this.#waiting.shift()
    // It stays acquired when the next caller gets it, so that no later caller comes before.
    if (next) next()
    else this.#isAcquired = false
  }

  execute<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> & { isWrite: boolean } {
    const { statement, columns, isWrite, changesSchema, changesAccounts, changesCharacters } = this.#prepare(sql)
    if (changesAccounts) this.#accountsVersion += 1
    if (changesCharacters) this.#charactersVersion += 1
    const values = parameters as SQLInputValue[]
    try {
      if (columns) return { rows: toObjects<Row>(columns, statement.all(...values)), isWrite }
      const { changes, lastInsertRowid } = statement.run(...values)
      if (changesSchema) this.#prepared.clear()
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), isWrite }
    } catch (error) {
      // Some errors, such as a full disk, make SQLite roll back everything, including the earlier transactions of the
      // group.
      if (this.#group && !this.#database.isTransaction) this.#endGroup(this.#group, error)
      throw error
    }
  }

  /** Begins a transaction of the caller that has acquired the connection. Returns how to end it. */
  begin(): SqliteTransaction {
    if (this.#group) {
      const group = this.#group
      this.#run('savepoint part')
      return {
        end: () => this.#run('release part'),
        rollback: () => {
          if (this.#group !== group) return
          this.#run('rollback to part')
          this.#changeVersions()
          this.#run('release part')
        },
      }
    }
    // Takes the write lock immediately: two processes that upgrade a read lock to a write lock could deadlock.
    this.#run('begin immediate')
    const group = Promise.withResolvers<void>()
    group.promise.catch(() => {})
    this.#group = group
    return {
      end: () => void setImmediate(() => void this.#commit(group)),
      rollback: () => {
        if (this.#database.isTransaction) this.#run('rollback')
        if (this.#group === group) this.#endGroup(group, new Error('The transaction was rolled back.'))
      },
    }
  }

  async #commit(group: PromiseWithResolvers<void>): Promise<void> {
    await this.#log.idle()
    await this.#pause
    this.#pause = sleep(commitInterval)
    await this.acquire()
    try {
      if (this.#group === group) {
        this.#run('commit')
        this.#endGroup(group)
        this.#noteCommit()
      }
    } catch (error) {
      if (this.#database.isTransaction) this.#run('rollback')
      this.#endGroup(group, error)
    } finally {
      this.release()
    }
  }

  #endGroup(group: PromiseWithResolvers<void>, error?: unknown): void {
    this.#group = null
    if (error !== undefined) {
      this.#changeVersions()
      this.#onRollback()
    }
    if (error === undefined) group.resolve()
    else group.reject(error)
  }

  #changeVersions(): void {
    this.#accountsVersion += 1
    this.#charactersVersion += 1
  }

  #noteCommit(): void {
    this.#log.committed()
    this.#onCommit()
  }

  /** Call after a write outside a transaction. SQLite has committed it, unless it became part of an open group. */
  noteSingleWrite(): void {
    if (!this.#group) this.#noteCommit()
  }

  /** Resolves when everything written before the call is on disk; rejects when it is rolled back or cannot be synced. */
  async synced(): Promise<void> {
    await this.#group?.promise
    await this.#log.synced()
  }

  #run(sql: string): void {
    this.#prepare(sql).statement.run()
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    statement.setReturnArrays(true)
    const columns = statement.columns().map(({ name }) => name)
    const isWrite = writes.test(sql)
    const prepared = {
      statement,
      columns: columns.length > 0 ? columns : null,
      isWrite,
      changesSchema: /^\s*(?:create|drop|alter)\b/i.test(sql),
      changesAccounts: isWrite && /\b(?:users|sessions)\b/i.test(sql),
      changesCharacters: isWrite && /\b(?:users|characters)\b/i.test(sql),
    }
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

export interface SqliteTransaction {
  /** Ends the transaction's work; its rows are committed with those of its group. */
  end(): void
  rollback(): void
}
