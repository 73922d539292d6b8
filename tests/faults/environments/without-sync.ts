import { DatabaseSync } from 'node:sqlite'

/**
 * The control of the power cut, loaded with `node --import` before a server that knows nothing of it: SQLite no longer
 * asks the disk to keep what it wrote.
 */
const exec = DatabaseSync.prototype.exec

DatabaseSync.prototype.exec = function execWithoutSync(sql: string): void {
  exec.call(this, sql.replace(/synchronous = full/i, 'synchronous = off'))
}
