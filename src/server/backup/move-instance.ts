import { existsSync } from 'node:fs'
import path from 'node:path'
import { BackupError } from './instance-part.ts'
import { type Loaded, type LoadOptions, loadInstance } from './load-instance.ts'
import { lockInstance, openInstance, withSnapshot } from './queries.ts'
import { readInstance } from './read-instance.ts'

/**
 * Copies the instance of the data folder from SQLite to the PostgreSQL database of `env`. Pictures and `secret.key` stay where
 * they are, in the data folder or the bucket, where the server finds them afterwards.
 */
export async function moveInstance(options: LoadOptions): Promise<Loaded> {
  const { env, now, isTrial } = options
  if (!existsSync(path.join(env.dataDir, 'troupe.db')))
    throw new BackupError(`There is no SQLite database in ${env.dataDir}. Set DATA_DIR to the folder that has it.`)
  // What a server would write from here on would be missing.
  const unlock = isTrial ? () => {} : lockInstance(env.dataDir)
  try {
    const source = await openInstance({ ...env, databaseUrl: undefined })
    const read = { env, dialect: source.access.dialect, now, hasPictures: false }
    const move = withSnapshot(source.access, (trx) => loadInstance(readInstance(trx, read), options))
    return await move.finally(() => source.close())
  } finally {
    unlock()
  }
}
