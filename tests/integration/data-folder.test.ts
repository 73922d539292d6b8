import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#server/core/env.ts'
import { createLog } from '#server/core/log.ts'
import { DatabaseUnusableError } from '#server/db/database-unusable.ts'
import { start } from '#server/start.ts'

const onPostgres = process.env.TEST_DB === 'postgres'
let folder: string
/** A database that a server has created. */
let database: Buffer

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'troupe-folder-'))
  if (onPostgres) return
  const dataDir = path.join(folder, 'whole')
  await (await startIn(dataDir)).stop(0)
  database = readFileSync(path.join(dataDir, 'troupe.db'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startIn(dataDir: string) {
  // With PostgreSQL the folder is checked before the database is connected to.
  const databaseUrl = onPostgres ? { DATABASE_URL: 'postgres://troupe@127.0.0.1:1/troupe' } : {}
  return start(readEnv({ DATA_DIR: dataDir, LOCAL_MODELS: 'off', ...databaseUrl }), createLog('silent'))
}

/** A new data folder with this database. */
function folderWith(name: string, content: Buffer): string {
  const dataDir = path.join(folder, name)
  mkdirSync(dataDir)
  writeFileSync(path.join(dataDir, 'troupe.db'), content)
  return dataDir
}

async function expectUnusable(dataDir: string, message: string): Promise<void> {
  await expect(startIn(dataDir)).rejects.toThrow(new DatabaseUnusableError(message))
}

test.skipIf(onPostgres)('in a folder that others can read, nobody else can read the database', async () => {
  const dataDir = path.join(folder, 'readable')
  mkdirSync(dataDir, { mode: 0o755 })
  const server = await startIn(dataDir)
  for (const name of readdirSync(dataDir).filter((name) => name.startsWith('troupe.db'))) {
    expect(statSync(path.join(dataDir, name)).mode & 0o077, name).toBe(0)
  }
  await server.stop(0)
})

describe('a data folder that cannot be created', () => {
  const cannotBeWritten = (dataDir: string, reason: string) =>
    `The data folder ${dataDir} cannot be written (${reason}): set DATA_DIR to a folder that the server may create and write.`

  test.each([
    ['it is a file', 'file', 'EEXIST: file already exists'],
    ['it is in a file', 'file/data', 'ENOTDIR: not a directory'],
    ['its name is too long', 'x'.repeat(300), 'ENAMETOOLONG: name too long'],
  ])('because %s stops the start with one sentence', async (_, name, reason) => {
    writeFileSync(path.join(folder, 'file'), '')
    const dataDir = path.join(folder, name)
    await expectUnusable(dataDir, cannotBeWritten(dataDir, reason))
  })

  test.runIf(process.platform === 'linux')('because nothing can be created there stops the start', async () => {
    await expectUnusable('/proc/troupe', cannotBeWritten('/proc/troupe', 'ENOENT: no such file or directory'))
  })
})

describe.skipIf(onPostgres)('a database file', () => {
  const damaged = (dataDir: string, reason: string) => {
    const file = path.join(dataDir, 'troupe.db')
    return `The database ${file} is damaged (${reason}): move it and ${file}-wal away, and restore a backup (\`npm run restore\`) or start with an empty one.`
  }

  test.each<[string, (whole: Buffer) => Buffer, string]>([
    ['that is no database', () => Buffer.alloc(20_000, 'no database '), 'file is not a database'],
    [
      'that was cut off',
      (whole) => whole.subarray(0, Math.floor(whole.length / 8192) * 4096),
      'database disk image is malformed',
    ],
    [
      'with damaged pages',
      (whole) => Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096)]),
      'database disk image is malformed',
    ],
  ])('%s stops the start with one sentence', async (name, damage, reason) => {
    const dataDir = folderWith(name, damage(database))
    await expectUnusable(dataDir, damaged(dataDir, reason))
  })

  test('that is a folder stops the start with one sentence', async () => {
    const dataDir = path.join(folder, 'folder')
    mkdirSync(path.join(dataDir, 'troupe.db'), { recursive: true })
    await expect(startIn(dataDir)).rejects.toThrow(
      /^The data folder .* cannot be written \(unable to open database file\)/,
    )
  })

  test('that another program has locked stops the start with one sentence', async () => {
    const dataDir = folderWith('locked', database)
    const file = path.join(dataDir, 'troupe.db')
    const other = new DatabaseSync(file)
    other.exec('pragma locking_mode = exclusive; begin exclusive')
    await expectUnusable(
      dataDir,
      `The database ${file} is locked by another program (database is locked): end that one and start again.`,
    )
    other.close()
    await (await startIn(dataDir)).stop(0)
  })
})
