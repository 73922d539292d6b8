import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Bytes. */
  size: number
  stream: Readable
}

/**
 * Where files are kept. A name is lowercase letters, digits and hyphens with one extension (`0190….webp`); what is
 * kept under a name never changes, so that readers may keep it for good.
 */
export interface FileStorage {
  /** Which entry of the list it is. */
  id: string
  /** Resolves once the file would survive a power cut. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when nothing is kept under the name. */
  open(name: string): Promise<StoredFile | null>
  /** Removing what is not there is no fault: whoever cleans up may come twice. */
  remove(name: string): Promise<void>
}

const fileName = /^[a-z0-9-]{1,64}\.[a-z0-9]{1,8}$/

/** A name can lead nowhere but into the storage. */
export function isFileName(name: string): boolean {
  return fileName.test(name)
}
