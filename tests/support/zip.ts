import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import type { CardFile } from '#engine/cards/card.ts'

/** A compressed archive, as other programs write them. */
export async function deflateZip(files: readonly CardFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { dataDescriptor: false, useWebWorkers: false })
  for (const { path, bytes } of files) await zip.add(path, new Uint8ArrayReader(bytes))
  return zip.close()
}

/** An archive that says something else of its first file, before the file and in the directory. */
export function withRecord(
  zip: Uint8Array,
  { flags, crc, size }: { flags?: number; crc?: number; size?: number },
): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(zip)
  const view = new DataView(copy.buffer)
  const directoryAt = view.getUint32(copy.length - 6, true)
  for (const at of [0, directoryAt + 2]) {
    if (flags !== undefined) view.setUint16(at + 6, flags, true)
    if (crc !== undefined) view.setUint32(at + 14, crc, true)
    if (size !== undefined) view.setUint32(at + 22, size, true)
  }
  return copy
}

/** An archive with other names, which are as long. */
export const withName = (zip: Uint8Array, name: string, other: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(name, other), 'latin1'))
