import { BlobReader, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'
import { type ArchivedFile, CardError } from '#engine/cards/card.ts'

const maxFiles = 1_000
/** Bytes of a file: a conversation of the longest messages in the longest letters. */
const maxFileSize = 64_000_000

/**
 * The files of a ZIP archive. Only what is read is unpacked, and nothing becomes longer than the archive says. Throws a
 * `CardError` for one that is damaged, encrypted, or made to do harm.
 *
 * @param most the files that it may have, with folders
 */
export async function openZip(archive: Blob | Uint8Array, most = maxFiles): Promise<ArchivedFile[]> {
  const reader = archive instanceof Blob ? new BlobReader(archive) : new Uint8ArrayReader(archive)
  // Paths are checked below.
  const options = { checkSignature: true, useWebWorkers: false, filenameValidation: 'tolerant' } as const
  const files = new Map<string, ArchivedFile>()
  let [count, packed] = [0, 0]
  try {
    for await (const entry of new ZipReader(reader, options).getEntriesGenerator()) {
      const { filename: path, uncompressedSize: size } = entry
      count += 1
      if (count > most) {
        throw new CardError(`This archive has too many files: it can have ${most.toLocaleString('en')}.`)
      }
      if (entry.encrypted) throw new CardError('This archive is encrypted.')
      packed += entry.compressedSize
      // Files that share their data are a way to unpack more than there is.
      if (packed > reader.size) throw damaged()
      if (entry.directory) continue
      if (!isSafePath(path)) throw new CardError('This archive has a file whose path leads out of it.')
      if (files.has(path)) throw new CardError('This archive has two files of the same name.')
      const read = async () => {
        if (size > maxFileSize) throw new CardError('The file is too large.')
        return entry.getData(new Uint8ArrayWriter()).catch(() => {
          throw damaged('The file')
        })
      }
      files.set(path, { path, size, read })
    }
  } catch (error) {
    throw error instanceof CardError ? error : damaged()
  }
  return [...files.values()]
}

const damaged = (what = 'This archive') =>
  new CardError(`${what} is damaged. It may not have been downloaded completely: download it again.`)

const isSafePath = (path: string): boolean =>
  path.length <= 255 &&
  !/[\\\0:]/.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
