import { CardError, type CardFile } from './card.ts'
import { crc32 } from './crc32.ts'
import { joinBytes } from './join-bytes.ts'

/** Inflates raw DEFLATE data (RFC 1951). Throws if the result is longer than `size`. */
export type Inflate = (data: Uint8Array, size: number) => Uint8Array

export interface ZipEntry {
  path: string
  /** Bytes of the file, as the archive says. */
  size: number
  /** Throws a `CardError` if the file is damaged. */
  read(): Uint8Array
}

const maxEntries = 1_000
/** More files, or bytes before the directory, would need another format (ZIP64), which says so with these numbers. */
const maxRecords = 0xffff - 1
const maxBytes = 0xffff_ffff - 1
const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50, sizes: 0x08074b50 } as const
const lengths = { local: 30, central: 46, end: 22 } as const
/** The longest comment at the end of an archive. */
const maxComment = 0xffff
const flags = { encrypted: 1, sizesAfter: 8, utf8: 0x800 } as const
const methods = { stored: 0, deflated: 8 } as const

/**
 * Where the last part of an archive begins, or -1. What comes before the archive, such as an image, does not matter.
 *
 * @example
 * findZipEnd(Uint8Array.of(0xff, 0xd8, ...writeZip([]))) // 2
 */
export function findZipEnd(bytes: Uint8Array): number {
  const first = Math.max(0, bytes.length - lengths.end - maxComment)
  for (let at = bytes.length - lengths.end; at >= first; at--) {
    if (bytes[at] === 0x50 && bytes[at + 1] === 0x4b && bytes[at + 2] === 5 && bytes[at + 3] === 6) return at
  }
  return -1
}

/** Bytes at the end of a file that have the last part of an archive, whatever comment it has. */
export const zipEndSize = lengths.end + maxComment

/** Where a file has an archive and its directory, in bytes. */
export interface ZipDirectory {
  start: number
  from: number
  to: number
  /** Files, with folders. */
  count: number
}

/**
 * Finds the directory of an archive by the last bytes of its file, `zipEndSize` or all. Throws a `CardError` without one.
 *
 * @example
 * const zip = writeZip([{ path: 'a', bytes: Uint8Array.of(7) }])
 * findZipDirectory(zip, zip.length).count // 1
 */
export function findZipDirectory(tail: Uint8Array, fileSize: number): ZipDirectory {
  const end = findZipEnd(tail)
  if (end < 0) throw damaged()
  const view = viewOf(tail)
  const to = fileSize - tail.length + end
  const from = to - view.getUint32(end + 12, true)
  if (view.getUint16(end + 10, true) > maxRecords || view.getUint32(end + 16, true) > maxBytes) throw tooLarge()
  // What comes before the archive moves it.
  const start = from - view.getUint32(end + 16, true)
  if (start < 0) throw damaged()
  return { start, from, to, count: view.getUint16(end + 10, true) }
}

/** A file of an archive, as its directory has it. */
export interface ZipRecord {
  path: string
  /** Bytes of the file, and of its data in the archive. */
  size: number
  packedSize: number
  isDeflated: boolean
  crc: number
  /** From the start of the archive. */
  localAt: number
}

/**
 * Reads the directory of an archive, whose bytes these are. Throws a `CardError` for an archive that is damaged, encrypted, or
 * made to do harm.
 *
 * @example
 * const zip = writeZip([{ path: 'a', bytes: Uint8Array.of(7) }])
 * const directory = findZipDirectory(zip, zip.length)
 * readZipDirectory(zip.subarray(directory.from, directory.to), directory)[0].path // 'a'
 */
export function readZipDirectory(
  bytes: Uint8Array,
  { count, start, to }: ZipDirectory,
  most = maxEntries,
): ZipRecord[] {
  if (count > most) throw new CardError(`This archive has too many files: it can have ${most.toLocaleString('en')}.`)
  const view = viewOf(bytes)
  const records = new Map<string, ZipRecord>()
  let packed = 0
  for (let at = 0, index = 0; index < count; index++) {
    if (at + lengths.central > bytes.length || view.getUint32(at, true) !== signatures.central) throw damaged()
    const method = view.getUint16(at + 10, true)
    const crc = view.getUint32(at + 16, true)
    const packedSize = view.getUint32(at + 20, true)
    const size = view.getUint32(at + 24, true)
    const nameLength = view.getUint16(at + 28, true)
    const localAt = view.getUint32(at + 42, true)
    const path = new TextDecoder().decode(bytes.subarray(at + lengths.central, at + lengths.central + nameLength))
    if (view.getUint16(at + 8, true) & flags.encrypted) throw new CardError('This archive is encrypted.')
    if (method !== methods.stored && method !== methods.deflated) throw damaged()
    packed += packedSize
    // Files that share their data are a way to unpack more than there is.
    if (packed > to - start) throw damaged()
    at += lengths.central + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (path.endsWith('/')) continue
    if (!isSafePath(path)) throw new CardError('This archive has a file whose path leads out of it.')
    if (records.has(path)) throw new CardError('This archive has two files of the same name.')
    records.set(path, { path, size, packedSize, isDeflated: method === methods.deflated, crc, localAt })
  }
  return [...records.values()]
}

/** Bytes of what stands before the name of a file and its data. */
export const zipHeaderSize = lengths.local

/**
 * How many bytes stand between the header of a file and its data: its name, and what else there is.
 *
 * @example
 * readZipHeader(writeZip([{ path: 'ab', bytes: Uint8Array.of(7) }])) // 2
 */
export function readZipHeader(bytes: Uint8Array): number {
  const view = viewOf(bytes)
  if (bytes.length < lengths.local || view.getUint32(0, true) !== signatures.local) throw damaged()
  return view.getUint16(26, true) + view.getUint16(28, true)
}

/**
 * The files of a ZIP archive. Nothing is unpacked before it is read, and nothing becomes longer than the archive says.
 * Throws a `CardError` for one that is damaged, encrypted, or made to do harm.
 *
 * @example
 * readZip(writeZip([{ path: 'a', bytes: Uint8Array.of(7) }]), (data) => data)[0].read() // Uint8Array.of(7)
 */
export function readZip(bytes: Uint8Array, inflate: Inflate): ZipEntry[] {
  const directory = findZipDirectory(bytes, bytes.length)
  const { start, from, to } = directory
  const records = readZipDirectory(bytes.subarray(from, to), directory)
  return records.map(({ path, size, packedSize, isDeflated, localAt }) => {
    const read = () => {
      const header = bytes.subarray(start + localAt, Math.min(to, start + localAt + lengths.local))
      const dataAt = start + localAt + lengths.local + readZipHeader(header)
      const data = bytes.subarray(dataAt, dataAt + packedSize)
      const unpacked = !isDeflated || size === 0 ? data : inflateOrThrow(inflate, data, size)
      if (data.length !== packedSize || unpacked.length !== size) throw damaged()
      return unpacked
    }
    return { path, size, read }
  })
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

const damaged = () => new CardError('This archive is damaged.')
const tooLarge = () => new CardError('This archive is too large: it can have 65,534 files and 4 GB.')

function inflateOrThrow(inflate: Inflate, data: Uint8Array, size: number): Uint8Array {
  try {
    return inflate(data, size)
  } catch {
    throw damaged()
  }
}

const isSafePath = (path: string): boolean =>
  path.length <= 255 &&
  !/[\\\0:]/.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

/**
 * A ZIP archive of these files, as they are.
 *
 * @example
 * readZip(writeZip([{ path: 'a', bytes: Uint8Array.of(7) }]), (data) => data)[0].path // 'a'
 */
export function writeZip(files: readonly CardFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const records: ZipRecord[] = []
  let localAt = 0
  for (const { path, bytes } of files) {
    const { length: size } = bytes
    const record = { path, size, packedSize: size, isDeflated: false, crc: crc32(bytes), localAt }
    const header = writeZipHeader(record)
    parts.push(header, bytes)
    records.push(record)
    localAt += header.length + size
  }
  return joinBytes([...parts, writeZipDirectory(records, localAt)])
}

/**
 * What stands before the data of a file. Without sizes and a checksum, which are not known before the file is read, they come
 * after the data (`writeZipSizes`).
 *
 * @example
 * readZipHeader(writeZipHeader({ path: 'ab' })) // 2
 */
export function writeZipHeader(record: Omit<ZipRecord, 'localAt'> | { path: string }): Uint8Array {
  const name = new TextEncoder().encode(record.path)
  return joinBytes([header(signatures.local, lengths.local, { name, ...unknownSizes, ...record }), name])
}

/** A deflated file is written as a stream: its sizes come after its data. */
const unknownSizes = { size: 0, packedSize: 0, crc: 0, isDeflated: true }

/**
 * What stands after the data of a file whose header has no sizes.
 *
 * @example
 * writeZipSizes({ crc: 1, packedSize: 2, size: 3 }).length // 16
 */
export function writeZipSizes({ crc, packedSize, size }: ZipRecord): Uint8Array {
  const view = new DataView(new ArrayBuffer(16))
  for (const [index, value] of [signatures.sizes, crc, packedSize, size].entries())
    view.setUint32(4 * index, value, true)
  return new Uint8Array(view.buffer)
}

/**
 * The end of an archive: its directory, which begins `at` this byte. Throws a `CardError` if the archive is too large.
 *
 * @example
 * findZipEnd(writeZipDirectory([], 0)) // 0
 */
export function writeZipDirectory(records: readonly ZipRecord[], at: number): Uint8Array<ArrayBuffer> {
  if (records.length > maxRecords || at > maxBytes) throw tooLarge()
  const directory = joinBytes(
    records.flatMap((record) => {
      const name = new TextEncoder().encode(record.path)
      const central = header(signatures.central, lengths.central, { name, ...record })
      viewOf(central).setUint32(42, record.localAt, true)
      return [central, name]
    }),
  )
  const end = new DataView(new ArrayBuffer(lengths.end))
  end.setUint32(0, signatures.end, true)
  end.setUint16(8, records.length, true)
  end.setUint16(10, records.length, true)
  end.setUint32(12, directory.length, true)
  end.setUint32(16, at, true)
  return joinBytes([directory, new Uint8Array(end.buffer)])
}

type Header = Omit<ZipRecord, 'path' | 'localAt'> & { name: Uint8Array }

/** The header before a file, or the same in the directory, where two bytes come before most fields. */
function header(signature: number, length: number, about: Header): Uint8Array {
  const { name, size, packedSize, crc, isDeflated } = about
  const bytes = new Uint8Array(length)
  const view = viewOf(bytes)
  const shift = signature === signatures.central ? 2 : 0
  view.setUint32(0, signature, true)
  if (shift) view.setUint16(4, 20, true)
  view.setUint16(4 + shift, 20, true)
  view.setUint16(6 + shift, flags.utf8 | (isDeflated ? flags.sizesAfter : 0), true)
  view.setUint16(8 + shift, isDeflated ? methods.deflated : methods.stored, true)
  // The first of January 1980, the earliest date there is.
  view.setUint16(12 + shift, 0x21, true)
  view.setUint32(14 + shift, crc, true)
  view.setUint32(18 + shift, packedSize, true)
  view.setUint32(22 + shift, size, true)
  view.setUint16(26 + shift, name.length, true)
  return bytes
}
