import { close, closeSync, fdatasync, fsyncSync, openSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/** `fdatasync` is looked up at each call, so that a test can replace it. `promisify` at each call would take 5 µs of a send. */
const syncData = (descriptor: number) =>
  new Promise<void>((resolve, reject) => fdatasync(descriptor, (error) => (error ? reject(error) : resolve())))
const closeFile = promisify(close)

/**
 * Syncs SQLite's write-ahead log from libuv's thread pool, one `fdatasync` for all commits that wait for it.
 *
 * With `synchronous = NORMAL` a commit writes to the log without a sync, so the event loop never waits for the disk.
 * After a power cut the log is read up to the last frame that reached the disk: a commit is durable once the log has
 * been synced after it (https://sqlite.org/wal.html, "Performance Considerations").
 */
export class LogSync {
  readonly #logFile: string
  #descriptor: number | null = null
  #running: Promise<void> | null = null
  /** Commits made, and how many of them are known to be on disk. */
  #committed = 0
  #durable = 0

  /** `databaseFile`: the log is the file next to it, `<name>-wal`, which exists as long as a connection is open. */
  constructor(databaseFile: string) {
    this.#logFile = `${databaseFile}-wal`
  }

  /** To be called after each commit. */
  committed(): void {
    this.#committed += 1
  }

  /** Resolves when every commit made before the call is on disk; at once when none is outstanding. */
  async synced(): Promise<void> {
    const target = this.#committed
    while (this.#durable < target) {
      this.#running ??= this.#sync().finally(() => {
        this.#running = null
      })
      await this.#running
    }
  }

  async #sync(): Promise<void> {
    this.#descriptor ??= openLog(this.#logFile)
    // Commits made while the sync runs may or may not be part of it: they wait for the next.
    const upTo = this.#committed
    await syncData(this.#descriptor)
    this.#durable = upTo
  }

  async close(): Promise<void> {
    await this.synced()
    if (this.#descriptor !== null) await closeFile(this.#descriptor)
    this.#descriptor = null
  }
}

function openLog(file: string): number {
  const descriptor = openSync(file, 'r+')
  // A new file survives a power cut only when its folder is synced too. Windows cannot open folders and needs no sync.
  if (process.platform !== 'win32') {
    const folder = openSync(path.dirname(file), 'r')
    fsyncSync(folder)
    closeSync(folder)
  }
  return descriptor
}
