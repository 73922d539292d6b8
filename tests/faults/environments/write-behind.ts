import { DatabaseSync, type StatementSync } from 'node:sqlite'

/**
 * The control of the crash test, loaded with `node --import` before a server that knows nothing of it. It takes the
 * durability out of `node:sqlite`: a commit is acknowledged at once and reaches the file up to 250 ms later, which is
 * what PostgreSQL does with `synchronous_commit=off`. A kill then loses what was acknowledged in between.
 */
const behind = 250

/** Every transaction of the server becomes a savepoint of one long one, which is committed now and then. */
const instead: Record<string, { sql: string; open: boolean }> = {
  'begin immediate': { sql: 'savepoint turn', open: true },
  commit: { sql: 'release turn', open: false },
  rollback: { sql: 'rollback to turn', open: false },
}

const prepare = DatabaseSync.prototype.prepare
/** Whether a transaction of the server's own is open. */
const inTurn = new WeakMap<DatabaseSync, boolean>()

DatabaseSync.prototype.prepare = function prepareBehind(sql: string): StatementSync {
  if (!inTurn.has(this)) writeLater(this)
  const other = instead[sql.toLowerCase()]
  if (!other) return prepare.call(this, sql)
  const statement = prepare.call(this, other.sql)
  const run = statement.run.bind(statement)
  statement.run = () => {
    const done = run()
    inTurn.set(this, other.open)
    return done
  }
  return statement
}

function writeLater(database: DatabaseSync): void {
  inTurn.set(database, false)
  database.exec('begin immediate')
  const timer = setInterval(() => {
    if (!inTurn.get(database)) database.exec('commit; begin immediate')
  }, behind)
  timer.unref()
}
