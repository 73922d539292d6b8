import { existsSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { verifyAudit } from '#server/moderation/audit/verify-audit.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import {
  BackupError,
  findDifferences,
  type InstanceEnd,
  type InstanceHeader,
  type InstancePart,
  RowSums,
} from './instance-part.ts'
import {
  applyMigrations,
  countServers,
  countUsers,
  type DatabaseAccess,
  dropTables,
  type InstanceEnv,
  insertRows,
  listTables,
  lockInstance,
  migrateInstance,
  openInstance,
  prepareTables,
  type Queryable,
  readRows,
  withSnapshot,
  writeInstance,
} from './queries.ts'
import { listCopiedTables, readInstance, secretKeyFile } from './read-instance.ts'

export interface LoadOptions {
  env: InstanceEnv
  now: number
  /** Deletes what the target has. */
  replaces: boolean
  /** Writes everything to the database and takes it back; pictures and the key are not written. */
  isTrial: boolean
  /** Called after each page of rows. */
  onProgress?: (rows: number) => void
}

export interface Loaded {
  end: InstanceEnd
  label: string
  /** What is wrong with the audit log, as it was before; null when it is intact. */
  auditProblem: string | null
}

/**
 * Writes an instance in one transaction, and commits it once the rows that are read back are those of the source. When it
 * is interrupted, nothing is changed except that some pictures may be there already, and it can be repeated.
 */
export async function loadInstance(parts: AsyncIterable<InstancePart>, options: LoadOptions): Promise<Loaded> {
  const { env, isTrial, now } = options
  const unlock = env.databaseUrl ? () => {} : lockInstance(env.dataDir)
  try {
    const database = await openInstance(env)
    const { dialect } = database.access
    const work = async (trx: Queryable): Promise<Loaded> => {
      await clearTarget(trx, dialect, options)
      const { end, header } = await loadParts(trx, dialect, parts, options)
      await assertSame(trx, dialect, end)
      const audit = await verifyAudit(trx, end.audit)
      if (!isTrial) await writeSecretKey(header, options)
      return { end, label: database.label, auditProblem: audit.isIntact ? null : `entry ${audit.seq}: ${audit.reason}` }
    }
    const loaded = await writeInstance(database.access, isTrial, work).finally(() => database.close())
    if (!isTrial) await migrateInstance(env, now)
    return loaded
  } finally {
    unlock()
  }
}

async function clearTarget(trx: Queryable, dialect: DatabaseAccess['dialect'], { replaces, env }: LoadOptions) {
  if (dialect === 'postgres' && (await countServers(trx)) > 0)
    throw new BackupError('A server is using this database. Stop all servers first.')
  const tables = [...(await listTables(trx, dialect)).keys()]
  if (!tables.includes('schema_migrations')) return
  const users = tables.includes('users') ? await countUsers(trx) : 0
  if (users > 0 && !replaces) {
    const place = env.databaseUrl ? 'The database' : env.dataDir
    throw new BackupError(
      `${place} already holds an instance, with ${users} ${users === 1 ? 'account' : 'accounts'}. To delete it and all its tables, add --replace.`,
    )
  }
  await dropTables(trx, dialect, tables)
}

/** Writes the parts into a database without tables. */
async function loadParts(
  trx: Queryable,
  dialect: DatabaseAccess['dialect'],
  parts: AsyncIterable<InstancePart>,
  { env, now, isTrial, onProgress }: LoadOptions,
): Promise<{ header: InstanceHeader; end: InstanceEnd }> {
  const storage = createFileStorage(env)
  let header: InstanceHeader | null = null
  let finish = async () => {}
  let rows = 0
  for await (const part of parts) {
    if (part.kind === 'troupe') {
      header = part
      await applyMigrations(trx, dialect, now, new Set(part.migrations))
      finish = await prepareTables(
        trx,
        dialect,
        (await listCopiedTables(trx, dialect)).map(([name]) => name),
      )
    } else if (part.kind === 'rows') {
      await insertRows(trx, part)
      rows += part.rows.length
      onProgress?.(rows)
    } else if (part.kind === 'picture') {
      if (!isTrial) await storage.put(part.name, Buffer.from(part.base64, 'base64'))
    } else if (header) {
      await finish()
      return { header, end: part }
    }
  }
  throw new Error('The instance has no end.')
}

/** Reads back what was written. */
async function assertSame(trx: Queryable, dialect: DatabaseAccess['dialect'], end: InstanceEnd): Promise<void> {
  const sums = new RowSums()
  for (const [table, key] of await listCopiedTables(trx, dialect)) {
    for await (const page of readRows(trx, table, key)) sums.add(page)
  }
  const different = findDifferences(sums, end)
  if (different.length === 0) return
  throw new BackupError(`Rows of ${different.join(', ')} are not as they were. Nothing was changed.`)
}

/** Before the commit, so that a database is never without its key. */
async function writeSecretKey({ secretKey }: InstanceHeader, { env, replaces }: LoadOptions): Promise<void> {
  const file = secretKeyFile(env)
  const present = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (secretKey === null || present === secretKey) return
  if (present !== null && !replaces)
    throw new BackupError(`${file} is the key of another instance. Move it away, or add --replace to delete it.`)
  const handle = await open(`${file}.part`, 'w', 0o600)
  try {
    await handle.writeFile(secretKey)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.part`, file)
}

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
