import { CardError } from '#engine/cards/card.ts'
import { crc32 } from '#engine/cards/crc32.ts'
import {
  findZipDirectory,
  readZipDirectory,
  readZipHeader,
  type ZipRecord,
  zipEndSize,
  zipHeaderSize,
} from '#engine/cards/zip.ts'
import { type ArchiveEntry, ArchiveManifest } from '#shared/account-archive.ts'

/** A file that is no archive, or one of its files that is damaged. The message is for the user. */
export class ArchiveError extends Error {}

export interface Archive {
  manifest: ArchiveManifest
  /** The bytes of a file of it. Throws an `ArchiveError` unless they are as the manifest says. */
  read(entry: ArchiveEntry): Promise<Uint8Array<ArrayBuffer>>
}

/** Bytes of a file: a conversation of the longest messages in the longest letters. */
const maxFileSize = 64_000_000
/** Bytes of the list of files at the end of an archive. */
const maxDirectorySize = 32_000_000

/** Reads what an archive says that it has. Only the file that is asked for is read into memory. */
export async function openArchive(file: Blob): Promise<Archive> {
  const records = await readRecords(file).catch((error: unknown) => {
    if (!(error instanceof CardError)) throw error
    throw new ArchiveError(`${error.message} It may not have been downloaded completely: download it again.`)
  })
  const manifestRecord = [...records.values()].find(({ path }) => /^(?:[^/]+\/)?manifest\.json$/.test(path))
  if (!manifestRecord) throw notAnArchive()
  // A program that packs a folder again puts it into the archive.
  const folder = manifestRecord.path.slice(0, -'manifest.json'.length)
  const manifest = readManifest(new TextDecoder().decode(await readRecord(file, manifestRecord)))
  return {
    manifest,
    async read({ path, sha256, size }) {
      const record = records.get(folder + path)
      if (!record) throw new ArchiveError('The archive does not have this file.')
      const bytes = await readRecord(file, record)
      // Browsers compute hashes only on pages with HTTPS. The checksum of the archive was compared in any case.
      const isHashed = globalThis.crypto.subtle !== undefined
      if (bytes.length !== size || (isHashed && (await hashOf(bytes)) !== sha256)) {
        throw new ArchiveError('The file has been changed since the archive was made: its hash does not fit.')
      }
      return bytes
    },
  }
}

const notAnArchive = () =>
  new ArchiveError('This file is not an archive of an account. Choose a ZIP file that was downloaded here.')

function readManifest(text: string): ArchiveManifest {
  try {
    return ArchiveManifest.parse(JSON.parse(text))
  } catch {
    throw new ArchiveError(
      'The list of the archive’s files cannot be read. A newer version of this site may have made it.',
    )
  }
}

/** The records of an archive by their paths, and where it starts in the file. */
type PlacedRecord = ZipRecord & { start: number }

async function readRecords(file: Blob): Promise<Map<string, PlacedRecord>> {
  const tail = await readBytes(file, Math.max(0, file.size - zipEndSize), file.size)
  const directory = findZipDirectory(tail, file.size)
  const { start, from, to } = directory
  if (to - from > maxDirectorySize) throw new CardError('This archive has too many files.')
  const records = readZipDirectory(await readBytes(file, from, to), directory, Infinity)
  return new Map(records.map((record) => [record.path, { ...record, start }]))
}

async function readRecord(file: Blob, record: PlacedRecord): Promise<Uint8Array<ArrayBuffer>> {
  const { start, localAt, size, packedSize } = record
  if (size > maxFileSize || packedSize > maxFileSize) throw new ArchiveError('The file is too large.')
  try {
    const headerAt = start + localAt
    const dataAt = headerAt + zipHeaderSize + readZipHeader(await readBytes(file, headerAt, headerAt + zipHeaderSize))
    const data = file.slice(dataAt, dataAt + packedSize)
    const bytes = await readBytes(record.isDeflated ? inflated(data) : data.stream(), 0, size)
    if (bytes.length === size && crc32(bytes) === record.crc) return bytes
  } catch {
    // What cannot be unpacked is damaged too.
  }
  throw new ArchiveError('The file is damaged. It may not have been downloaded completely: download it again.')
}

const inflated = (data: Blob) => data.stream().pipeThrough(new DecompressionStream('deflate-raw'))

/** The bytes of a file, or a stream, from one place to another. Throws for a stream that is longer. */
async function readBytes(source: Blob | ReadableStream<Uint8Array>, from: number, to: number) {
  if (source instanceof Blob) return new Uint8Array(await source.slice(from, to).arrayBuffer())
  const bytes = new Uint8Array(to)
  let length = 0
  const reader = source.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    if (length + chunk.value.length > to) {
      void reader.cancel()
      throw new RangeError('longer than the archive says')
    }
    bytes.set(chunk.value, length)
    length += chunk.value.length
  }
  return bytes.subarray(0, length)
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
