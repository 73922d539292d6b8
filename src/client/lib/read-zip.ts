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

/** Bytes of a file: a conversation of the longest messages in the longest letters. */
const maxFileSize = 64_000_000
/** Bytes of the list of files at the end of an archive. */
const maxDirectorySize = 32_000_000

/** The record of a file in an archive, and where the archive starts. */
export type PlacedRecord = ZipRecord & { start: number }

/**
 * The records of the files in an archive. Throws a `CardError` for one that is damaged, encrypted, or made to do harm.
 *
 * @param most the files that it may have
 */
export async function readZipRecords(archive: Blob, most?: number): Promise<PlacedRecord[]> {
  const tail = await readBytes(archive, Math.max(0, archive.size - zipEndSize), archive.size)
  const directory = findZipDirectory(tail, archive.size)
  const { start, from, to } = directory
  if (to - from > maxDirectorySize) throw new CardError('This archive has too many files.')
  const records = readZipDirectory(await readBytes(archive, from, to), directory, most)
  return records.map((record) => ({ ...record, start }))
}

/** The bytes of a file in an archive. Throws a `CardError` where they are not as the archive says. */
export async function readZipFile(archive: Blob, record: PlacedRecord): Promise<Uint8Array<ArrayBuffer>> {
  const { start, localAt, size, packedSize } = record
  if (size > maxFileSize || packedSize > maxFileSize) throw new CardError('The file is too large.')
  try {
    const headerAt = start + localAt
    const header = await readBytes(archive, headerAt, headerAt + zipHeaderSize)
    const dataAt = headerAt + zipHeaderSize + readZipHeader(header)
    const data = archive.slice(dataAt, dataAt + packedSize)
    const bytes = await readBytes(record.isDeflated ? inflated(data) : data.stream(), 0, size)
    if (bytes.length === size && crc32(bytes) === record.crc) return bytes
  } catch {
    // What cannot be unpacked is damaged too.
  }
  throw new CardError('The file is damaged. It may not have been downloaded completely: download it again.')
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
