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

/**
 * Creates a folder. `mkdir` with `recursive` never returns where its parent exists but it cannot be created (/proc).
 */
export function createFolder(folder: string): void {
  const parent = path.dirname(folder)
  if (parent !== folder && !existsSync(parent)) createFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // With a trailing separator, `existsSync` finds only folders.
    if (!existsSync(folder + path.sep)) throw error
  }
}

/** Holds the data folder for this process. */
export function lockDataFolder(dataDir: string): () => void {
  const unlock = tryLock(path.join(dataDir, 'in-use.lock'))
  if (unlock !== null) return unlock
  throw new DatabaseUnusableError(
    `The data folder ${dataDir} is in use by another running server. Stop that one, or set DATA_DIR to another folder.`,
  )
}

/**
 * Locks a file for this process, or returns null when another process holds it. The lock is an exclusive SQLite
 * transaction, which the operating system ends with the process, so no stale lock file can remain.
 */
export function tryLock(file: string): (() => void) | null {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    lock.close()
    if (classifyDatabaseError(error) !== 'busy') throw error
    return null
  }
  return () => lock.close()
}
