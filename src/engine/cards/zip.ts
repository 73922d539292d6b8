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
const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const
const lengths = { local: 30, central: 46, end: 22 } as const
/** The longest comment at the end of an archive. */
const maxComment = 0xffff
const flags = { encrypted: 1, utf8: 0x800 } as const
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

/**
 * The files of a ZIP archive. Nothing is unpacked before it is read, and nothing becomes longer than the archive says.
 * Throws a `CardError` for one that is damaged, encrypted, or made to do harm.
 *
 * @example
 * readZip(writeZip([{ path: 'a', bytes: Uint8Array.of(7) }]), (data) => data)[0].read() // Uint8Array.of(7)
 */
export function readZip(bytes: Uint8Array, inflate: Inflate): ZipEntry[] {
  const end = findZipEnd(bytes)
  if (end < 0) throw damaged()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint16(end + 10, true)
  const centralSize = view.getUint32(end + 12, true)
  const centralAt = view.getUint32(end + 16, true)
  if (count > maxEntries) throw new CardError(`This archive has too many files: a card can have ${maxEntries}.`)
  // What comes before the archive moves it.
  const start = end - centralSize - centralAt
  if (start < 0) throw damaged()
  const entries = new Map<string, ZipEntry>()
  let packed = 0
  for (let at = start + centralAt, index = 0; index < count; index++) {
    if (at + lengths.central > end || view.getUint32(at, true) !== signatures.central) throw damaged()
    const method = view.getUint16(at + 10, true)
    const packedSize = view.getUint32(at + 20, true)
    const size = view.getUint32(at + 24, true)
    const nameLength = view.getUint16(at + 28, true)
    const localAt = start + view.getUint32(at + 42, true)
    const path = new TextDecoder().decode(bytes.subarray(at + lengths.central, at + lengths.central + nameLength))
    if (view.getUint16(at + 8, true) & flags.encrypted) throw new CardError('This archive is encrypted.')
    if (method !== methods.stored && method !== methods.deflated) throw damaged()
    packed += packedSize
    // Files that share their data are a way to unpack more than there is.
    if (packed > bytes.length) throw damaged()
    at += lengths.central + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (path.endsWith('/')) continue
    if (!isSafePath(path)) throw new CardError('This archive has a file whose path leads out of it.')
    if (entries.has(path)) throw new CardError('This archive has two files of the same name.')
    const read = () => {
      if (localAt + lengths.local > end || view.getUint32(localAt, true) !== signatures.local) throw damaged()
      const from = localAt + lengths.local + view.getUint16(localAt + 26, true) + view.getUint16(localAt + 28, true)
      const data = bytes.subarray(from, from + packedSize)
      const unpacked = method === methods.stored || size === 0 ? data : inflateOrThrow(inflate, data, size)
      if (data.length !== packedSize || unpacked.length !== size) throw damaged()
      return unpacked
    }
    entries.set(path, { path, size, read })
  }
  return [...entries.values()]
}

const damaged = () => new CardError('This archive is damaged.')

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
  const directory: Uint8Array[] = []
  let at = 0
  for (const { path, bytes } of files) {
    const name = new TextEncoder().encode(path)
    const crc = crc32(bytes)
    const local = header(signatures.local, lengths.local, { name, size: bytes.length, crc })
    const central = header(signatures.central, lengths.central, { name, size: bytes.length, crc })
    central.view.setUint32(42, at, true)
    parts.push(local.bytes, name, bytes)
    directory.push(central.bytes, name)
    at += local.bytes.length + name.length + bytes.length
  }
  const central = joinBytes(directory)
  const end = new DataView(new ArrayBuffer(lengths.end))
  end.setUint32(0, signatures.end, true)
  end.setUint16(8, files.length, true)
  end.setUint16(10, files.length, true)
  end.setUint32(12, central.length, true)
  end.setUint32(16, at, true)
  return joinBytes([...parts, central, new Uint8Array(end.buffer)])
}

/** The header before a file, or the same in the directory, where two bytes come before most fields. */
function header(
  signature: number,
  length: number,
  { name, size, crc }: { name: Uint8Array; size: number; crc: number },
) {
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  const shift = signature === signatures.central ? 2 : 0
  view.setUint32(0, signature, true)
  if (shift) view.setUint16(4, 20, true)
  view.setUint16(4 + shift, 20, true)
  view.setUint16(6 + shift, flags.utf8, true)
  // The first of January 1980, the earliest date there is.
  view.setUint16(12 + shift, 0x21, true)
  view.setUint32(14 + shift, crc, true)
  view.setUint32(18 + shift, size, true)
  view.setUint32(22 + shift, size, true)
  view.setUint16(26 + shift, name.length, true)
  return { bytes, view }
}
