import { PassThrough, Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { CardFile } from '#engine/cards/card.ts'

/** A file of an archive. Its chunks are read when it is its turn. */
export interface StreamedFile {
  path: string
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** A fixed date, the earliest that ZIP has, so that the same files always give the same archive. */
const options = { lastModDate: new Date(1980, 0, 1), extendedTimestamp: false, useWebWorkers: false }

/** The library takes 10 MB, so it is loaded with the first archive. */
const loadZip = () => import('@zip.js/zip.js/lib/zip-core-native.js')

/** A ZIP archive of these files, written as they are read. */
export async function streamZip(files: AsyncIterable<StreamedFile>): Promise<Readable> {
  const { ZipWriter } = await loadZip()
  const archive = new PassThrough()
  const write = async () => {
    const zip = new ZipWriter(Writable.toWeb(archive), options)
    for await (const { path, chunks } of files) {
      await zip.add(path, Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>)
    }
    await zip.close()
  }
  write().catch((error) => archive.destroy(error))
  return archive
}

/** A ZIP archive of these files, as they are. */
export async function packZip(files: readonly CardFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await loadZip()
  const zip = new ZipWriter(new Uint8ArrayWriter(), { ...options, level: 0, dataDescriptor: false })
  for (const { path, bytes } of files) {
    await zip.add(path, new Uint8ArrayReader(bytes))
    // Other requests are answered between two files.
    await setImmediate()
  }
  return zip.close()
}

/** A name that every file system can have. */
export const fileName = (name: string): string =>
  [...name.replaceAll(/[^\p{L}\p{N}_-]+/gu, ' ').trim()].slice(0, 40).join('').trim() || 'untitled'
