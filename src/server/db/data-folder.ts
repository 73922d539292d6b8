import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { classifyDatabaseError } from './database-error.ts'
import { DatabaseUnusableError } from './database-unusable.ts'

/** Creates the data folder where it is missing, and throws where it cannot be written. */
export function prepareDataFolder(dataDir: string): void {
  createFolder(dataDir)
  const { R_OK, W_OK, X_OK } = constants
  accessSync(dataDir, R_OK | W_OK | X_OK)
}

/** Node's `mkdir` with `recursive` never returns where a folder cannot be created though its parent exists (/proc). */
function createFolder(folder: string): void {
  const parent = path.dirname(folder)
  if (parent !== folder && !existsSync(parent)) createFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // The trailing separator finds folders only.
    if (!existsSync(folder + path.sep)) throw error
  }
}

/**
 * Holds the data folder for this process. The lock is the operating system's (an exclusive transaction on a file in the
 * folder), so that it ends with the process however that ends, and no stale lock file can remain.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(path.join(dataDir, 'in-use.lock'))
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (cause) {
    lock.close()
    if (classifyDatabaseError(cause) !== 'busy') throw cause
    throw new DatabaseUnusableError(
      `The data folder ${dataDir} is in use by another running server. Stop that one, or set DATA_DIR to another folder.`,
      { cause },
    )
  }
  return () => lock.close()
}
