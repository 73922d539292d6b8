import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { pipeline as connect } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import {
  BackupError,
  findDifferences,
  formatVersion,
  type InstanceEnd,
  type InstanceHeader,
  InstancePart,
  RowSums,
} from './instance-part.ts'
import { assertKnown, createFolder, type InstanceEnv, openInstance, withSnapshot } from './queries.ts'
import { readInstance } from './read-instance.ts'

/** The third level takes a fifth of the time of the default, for files that are a tenth larger. */
const compression = { level: 3 }

/** Writes a backup of an instance, whose server may be running. The file has its name once it was read back. */
export async function writeBackup(env: InstanceEnv, file: string, now: number) {
  if (existsSync(file)) throw new BackupError(`${file} exists already. Choose another name.`)
  const partial = `${file}.part`
  const folder = path.dirname(file)
  const database = await openInstance(env)
  try {
    createFolder(folder)
    await rm(partial, { force: true })
    await withSnapshot(database.access, (trx) => {
      const { dialect } = database.access
      const lines = toLines(readInstance(trx, { env, dialect, now, hasPictures: true }))
      const target = createWriteStream(partial, { mode: 0o600, flush: true })
      return pipeline(lines, createGzip(compression), (chunks) => leaveSpace(chunks, folder), target)
    })
    const { end } = await checkBackup(partial)
    await rename(partial, file)
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
    return { end, bytes: (await stat(file)).size, label: database.label }
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw error
  } finally {
    await database.close()
  }
}

/** A line for each part, and one with the hash of all of them. */
async function* toLines(parts: AsyncIterable<InstancePart>): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  for await (const part of parts) {
    const line = Buffer.from(`${JSON.stringify(part)}\n`)
    sum.update(line)
    yield line
  }
  yield Buffer.from(`${JSON.stringify({ sha256: sum.digest('hex') })}\n`)
}

/** Bytes that a backup leaves free, so that a full disk does not stop the server. */
const reserve = 256 * 1024 ** 2
/** Bytes that are written between two looks at the disk. */
const checkedBytes = 16 * 1024 ** 2

async function* leaveSpace(chunks: AsyncIterable<Buffer>, folder: string): AsyncGenerator<Buffer> {
  let unchecked = checkedBytes
  for await (const chunk of chunks) {
    unchecked += chunk.length
    if (unchecked >= checkedBytes) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < reserve + checkedBytes)
        throw new BackupError(
          `The disk that holds ${folder} is nearly full, and the server needs what is left. Free some space, or choose another folder.`,
        )
      unchecked = 0
    }
    yield chunk
  }
}

/**
 * Reads a backup. Throws a `BackupError` for a file that is none, that is damaged or incomplete, or that a newer version wrote.
 */
export async function* readBackup(file: string): AsyncGenerator<InstancePart> {
  const name = path.basename(file)
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`)
  const sum = createHash('sha256')
  let kind: InstancePart['kind'] | null = null
  let isWhole = false
  try {
    for await (const line of splitLines(connect(createReadStream(file), createGunzip(), () => {}))) {
      const value: unknown = JSON.parse(line.toString())
      if (kind === 'end') {
        isWhole = !isWhole && (value as { sha256?: unknown }).sha256 === sum.digest('hex')
        continue
      }
      const part = InstancePart.parse(value)
      if ((kind === null) !== (part.kind === 'troupe')) throw new Error('its lines are in a wrong order')
      if (part.kind === 'troupe') assertReadable(part, name)
      sum.update(line).update('\n')
      kind = part.kind
      yield part
    }
  } catch (error) {
    // `assertKnown` has its own.
    if (error instanceof BackupError || (error as Error).name === 'DatabaseUnusableError') throw error
    throw damaged(name, error)
  }
  if (!isWhole) throw damaged(name)
}

const damaged = (name: string, cause?: unknown) =>
  new BackupError(`${name} is no backup of Troupe, or it is damaged or incomplete. Take another one.`, { cause })

function assertReadable({ format, migrations }: InstanceHeader, name: string): void {
  if (format > formatVersion) throw new BackupError(`${name} was written by a newer version. Please update first.`)
  assertKnown(migrations, `The backup ${name}`)
}

/** Bytes of a line: a row of the largest files, in letters, and more. */
const maxLine = 256 * 1024 ** 2

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, to)])
      begun = []
      length = 0
      from = to + 1
    }
    begun.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > maxLine) throw new Error('a line is too long')
  }
  if (length > 0) throw new Error('its last line has no end')
}

/** Reads a whole backup, so that a damaged one is refused before anything is changed. */
export async function checkBackup(file: string): Promise<{ header: InstanceHeader; end: InstanceEnd }> {
  let header: InstanceHeader | null = null
  let end: InstanceEnd | null = null
  const sums = new RowSums()
  for await (const part of readBackup(file)) {
    if (part.kind === 'troupe') header = part
    else if (part.kind === 'rows') sums.add(part)
    else if (part.kind === 'end') end = part
  }
  if (!header || !end || findDifferences(sums, end).length > 0) throw damaged(path.basename(file))
  return { header, end }
}
