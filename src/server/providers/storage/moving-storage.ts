import type { FileStorage, StoredFile } from './provider.ts'

/**
 * The configured storage, with the other one as a fallback for files that were stored before the setting changed. `npm
 * run move-pictures` moves them while the server runs.
 */
export class MovingStorage implements FileStorage {
  readonly id: string
  readonly #current: FileStorage
  readonly #previous: FileStorage

  constructor(current: FileStorage, previous: FileStorage) {
    this.id = current.id
    this.#current = current
    this.#previous = previous
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return this.#current.put(name, bytes)
  }

  async open(name: string): Promise<StoredFile | null> {
    const file = (await this.#current.open(name)) ?? (await this.#previous.open(name))
    // It may have been moved between the two reads.
    return file ?? this.#current.open(name)
  }

  /** In this order, so that a file that is being moved is not left behind (`moveFile`). */
  async remove(name: string): Promise<void> {
    await this.#previous.remove(name)
    await this.#current.remove(name)
  }

  list(): AsyncIterable<string> {
    return this.#current.list()
  }

  async check(): Promise<void> {
    await this.#current.check?.()
    await this.#previous.check?.()
  }
}
