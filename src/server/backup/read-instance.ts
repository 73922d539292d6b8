import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readVersion } from '#server/core/version.ts'
import { emptyHash } from '#server/moderation/audit/chain.ts'
import { findLastEntry } from '#server/moderation/audit/queries.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import { BackupError, formatVersion, type InstancePart, RowSums } from './instance-part.ts'
import {
  assertKnown,
  type DatabaseAccess,
  type InstanceEnv,
  listMigrations,
  listPictureIds,
  listTables,
  type Queryable,
  readRows,
} from './queries.ts'

/** Tables that are not copied: the migrations are in the header, and the index of the messages is built anew. */
const derived = ['schema_migrations', 'message_search', 'message_search_queue', 'message_search_backfill']

/** The tables that a backup has, with their primary keys. */
export async function listCopiedTables(trx: Queryable, dialect: DatabaseAccess['dialect']) {
  const tables = [...(await listTables(trx, dialect))].filter(([table]) => !derived.includes(table))
  const without = tables.find(([, key]) => key.length === 0)
  if (without) throw new Error(`The table ${without[0]} has no primary key to read it by.`)
  return tables
}

/** The parts of an instance as `trx` sees it. Without pictures for a move, which leaves them where they are. */
export async function* readInstance(
  trx: Queryable,
  { env, dialect, now, hasPictures }: InstanceSource,
): AsyncGenerator<InstancePart> {
  if (!(await listTables(trx, dialect)).has('schema_migrations'))
    throw new BackupError('The database is empty: there is nothing to copy.')
  const migrations = await listMigrations(trx)
  assertKnown(migrations, 'This database')
  const keyFile = secretKeyFile(env)
  const secretKey = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : null
  const version = await readVersion()
  yield { kind: 'troupe', format: formatVersion, version, createdAt: now, migrations, secretKey }
  const sums = new RowSums()
  for (const [table, key] of await listCopiedTables(trx, dialect)) {
    sums.add({ table, rows: [] })
    for await (const page of readRows(trx, table, key)) {
      sums.add(page)
      yield page
    }
  }
  const storage = createFileStorage(env)
  let [pictures, missingPictures] = [0, 0]
  for await (const id of listPictureIds(trx)) {
    const name = `${id}.webp`
    const file = await storage.open(name)
    if (file === null) {
      missingPictures += 1
      continue
    }
    pictures += 1
    if (hasPictures) yield { kind: 'picture', name, base64: (await buffer(file.stream)).toString('base64') }
    else file.stream.destroy()
  }
  const { seq, hash } = (await findLastEntry(trx)) ?? { seq: 0, hash: emptyHash }
  yield { kind: 'end', tables: sums.tables, pictures, missingPictures, audit: { seq, hash } }
}

export interface InstanceSource {
  env: InstanceEnv
  dialect: DatabaseAccess['dialect']
  now: number
  hasPictures: boolean
}

export const secretKeyFile = ({ dataDir }: InstanceEnv) => path.join(dataDir, 'secret.key')
