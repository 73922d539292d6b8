import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { writeZipDirectory, writeZipHeader, writeZipSizes, type ZipRecord } from '#engine/cards/zip.ts'

/** A file of an archive. Its chunks are read when it is its turn. */
export interface StreamedFile {
  path: string
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** A ZIP archive of these files, written as they are read. Fails at the end, without its directory, if it is too large. */
export async function* writeZipStream(files: AsyncIterable<StreamedFile>): AsyncGenerator<Uint8Array> {
  const records: ZipRecord[] = []
  let at = 0
  for await (const { path, chunks } of files) {
    const record = { path, size: 0, packedSize: 0, isDeflated: true, crc: 0, localAt: at }
    const header = writeZipHeader({ path })
    yield header
    const deflated = createDeflateRaw()
    // An error of the source ends the reading of the result.
    pipeline(Readable.from(measure(chunks, record)), deflated, () => {})
    for await (const chunk of deflated) {
      record.packedSize += chunk.length
      yield chunk
    }
    const sizes = writeZipSizes(record)
    yield sizes
    at += header.length + record.packedSize + sizes.length
    records.push(record)
  }
  yield writeZipDirectory(records, at)
}

async function* measure(chunks: StreamedFile['chunks'], record: ZipRecord): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    record.size += chunk.length
    record.crc = crc32(chunk, record.crc)
    yield chunk
  }
}

/** A name that every file system can have. */
export const fileName = (name: string): string =>
  [...name.replaceAll(/[^\p{L}\p{N}_-]+/gu, ' ').trim()].slice(0, 40).join('').trim() || 'untitled'
