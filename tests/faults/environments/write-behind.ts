import { DatabaseSync, type StatementSync } from 'node:sqlite'

/**
 * The control of the crash test, preloaded with `node --import` into an unmodified server. It removes the durability of
 * `node:sqlite`: a commit is acknowledged at once and reaches the file up to 250 ms later, as PostgreSQL does with
 * `synchronous_commit=off`. A kill then loses what was acknowledged in between.
 */
const flushInterval = 250

/** Every transaction of the server becomes a savepoint within one long transaction, which is committed periodically. */
const replacements: Record<string, { sql: string; isOpen: boolean }> = {
  'begin immediate': { sql: 'savepoint inner', isOpen: true },
  commit: { sql: 'release inner', isOpen: false },
  rollback: { sql: 'rollback to inner', isOpen: false },
}

const prepare = DatabaseSync.prototype.prepare
/** Whether a transaction of the server is open. */
const inTransaction = new WeakMap<DatabaseSync, boolean>()

DatabaseSync.prototype.prepare = function prepareWithDelay(sql: string): StatementSync {
  if (!inTransaction.has(this)) delayCommits(this)
  const replacement = replacements[sql.toLowerCase()]
  if (!replacement) return prepare.call(this, sql)
  const statement = prepare.call(this, replacement.sql)
  const run = statement.run.bind(statement)
  statement.run = () => {
    const result = run()
    inTransaction.set(this, replacement.isOpen)
    return result
  }
  return statement
}

function delayCommits(database: DatabaseSync): void {
  inTransaction.set(database, false)
  database.exec('begin immediate')
  const timer = setInterval(() => {
    if (!inTransaction.get(database)) database.exec('commit; begin immediate')
  }, flushInterval)
  timer.unref()
}
