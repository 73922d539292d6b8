import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChildServer, startUpstream } from '#tests/bench/load/upstreams.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { type Expected, Observer, observeOutage, observeTermination } from './observe-outage.ts'

/** A file system in memory, 24 MB. Mounting needs Linux and root. */
class SmallDisk {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'troupe-disk-'))
  readonly #filler = path.join(this.folder, 'filler')

  mount(): boolean {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24M', 'tmpfs', this.folder], { stdio: 'pipe' })
      return true
    } catch {
      return false
    }
  }

  /** Writes until nothing fits any more. */
  fill(): void {
    const file = openSync(this.#filler, 'a')
    const page = Buffer.alloc(4096)
    try {
      while (statfsSync(this.folder).bavail > 0) writeSync(file, page)
    } catch (error) {
      if (!String(error).includes('ENOSPC')) throw error
    } finally {
      closeSync(file)
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true })
  }

  remount(mode: 'ro' | 'rw'): void {
    execFileSync('mount', ['-o', `remount,${mode}`, this.folder])
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder], { stdio: 'pipe' })
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const disk = new SmallDisk()
const isMounted = disk.mount()

describe.runIf(isMounted)('SQLite', () => {
  let upstream: ChildServer
  let server: ServerProcess
  let observer: Observer

  beforeAll(async () => {
    upstream = await startUpstream({ first: 20, gap: 50, tokens: 40 })
    const model = { MODEL_BASE_URL: `${upstream.url}/v1`, MODEL_NAME: 'mock-chat' }
    server = await ServerProcess.create({
      env: { DATA_DIR: path.join(disk.folder, 'data'), ...model, RATE_LIMITS: 'off', FREE_DAILY_MESSAGES: '1000000' },
    })
    await server.start()
    observer = new Observer(server.url)
    await observer.begin()
  }, 60_000)
  afterAll(async () => {
    await server?.kill9()
    await upstream?.stop()
    disk.remove()
  })

  const full: Expected = {
    send: 503,
    read: 200,
    login: 503,
    ready: { status: 503, part: { database: 'full' } },
    reply: 'error',
  }

  test('on a full disk can be read, and loses nothing that was acknowledged', async () => {
    await observeOutage(
      observer,
      { name: 'disk full (SQLite)', begin: () => disk.fill(), end: () => disk.free() },
      full,
    )
  }, 60_000)

  test('stops within its time on a full disk, starts with one sentence, and is whole afterwards', async () => {
    await observeTermination(
      { server, observer },
      { part: 'disk full (SQLite)', begin: () => disk.fill(), end: () => disk.free() },
    )
    disk.remount('ro')
    await expect(server.start()).rejects.toThrow(
      /\nThe data folder .+ cannot be written \(.+\): set DATA_DIR to .+\.\n$/,
    )
    disk.remount('rw')
    await server.start()
    expect(await observer.lost()).toEqual([])
  }, 90_000)
})
