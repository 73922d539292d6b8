import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Bytes. */
  size: number
  stream: Readable
}

/**
 * Stores files by name. A name has lowercase letters, digits and hyphens, and one extension (`0190….webp`). The content
 * of a name never changes, so that clients may cache it for good.
 */
export interface FileStorage {
  id: string
  /** Resolves once the file is stored durably. Throws on an invalid name. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  open(name: string): Promise<StoredFile | null>
  /** Does nothing when there is no such file, so that a clean-up can be repeated. Throws on an invalid name. */
  remove(name: string): Promise<void>
  /** The names of all files. One that is stored or removed meanwhile may be missing. */
  list(): AsyncIterable<string>
  /** Throws a `StorageError` when the storage cannot be used at the moment. */
  check?(): Promise<void>
}

/** The storage does not answer, or refuses. Its message is for operators and has no secrets. */
export class StorageError extends Error {
  override name = 'StorageError'
}

const fileName = /^[a-z0-9-]{1,64}\.[a-z0-9]{1,8}$/

/** True for a name that cannot lead outside the storage. */
export function isFileName(name: string): boolean {
  return fileName.test(name)
}

export function assertFileName(name: string): void {
  if (!isFileName(name)) throw new Error(`Not a name of a stored file: ${JSON.stringify(name)}`)
}
