import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

/**
 * The control of the power cut test, preloaded with `node --import` into an unmodified server: neither SQLite nor the
 * server syncs its writes to the disk.
 */
const exec = DatabaseSync.prototype.exec
DatabaseSync.prototype.exec = function execWithoutSync(sql: string): void {
  exec.call(this, sql.replace(/synchronous = (?:full|normal)/i, 'synchronous = off'))
}

const fdatasync = (_descriptor: number, done: (error: Error | null) => void) => void setImmediate(done, null)
Object.assign(fs, { fdatasync })
syncBuiltinESMExports()
