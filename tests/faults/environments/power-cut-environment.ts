import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ServerProcess } from '#tests/support/server-process.ts'
import { type EnvironmentOptions, type TestEnvironment, testEnv } from './environment.ts'

const size = '512M'
/** With a commit interval longer than a round, only data that the server syncs reaches the disk. */
const mountOptions = 'loop,noatime,commit=300'
const withoutSync = ['--import', path.join(import.meta.dirname, 'without-sync.ts')]

/** Whether this machine can simulate a power cut: that needs Linux, root and a loop device. */
export function canCutPower(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-power-'))
  try {
    const disk = new Disk(folder)
    disk.remove()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A server on SQLite with a disk of its own. A simulated power cut kills the server and keeps only the data that had
 * reached the disk; what was written but not synced was only in the page cache and is lost.
 */
export async function createPowerCutEnvironment({
  modelBaseUrl,
  durable,
  logFile,
}: EnvironmentOptions): Promise<TestEnvironment> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-power-'))
  const disk = new Disk(folder)
  const env = { ...testEnv(modelBaseUrl), DATA_DIR: path.join(disk.mountPoint, 'data') }
  const server = await ServerProcess.create({ env, nodeFlags: durable ? [] : withoutSync, logFile })
  await server.start()
  // Without this the control would lose the schema; from here on it loses only what the users write.
  disk.sync()
  return {
    name: 'SQLite, power cut',
    url: server.url,
    failures: ['power cut'],
    recoveryWindow: 0,
    async inject() {
      await server.kill9()
      disk.cutPower()
    },
    recover: () => server.start(),
    async close() {
      await server.kill9()
      disk.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A file system in an image file, mounted through a loop device. */
class Disk {
  readonly mountPoint: string
  readonly #image: string

  constructor(folder: string) {
    this.mountPoint = path.join(folder, 'disk')
    this.#image = path.join(folder, 'disk.img')
    mkdirSync(this.mountPoint)
    run('truncate', '--size', size, this.#image)
    run('mkfs.ext4', '-q', '-F', this.#image)
    this.#mount()
    process.once('exit', this.remove)
  }

  sync(): void {
    run('sync', '--file-system', this.mountPoint)
  }

  /** Copies the image as written so far, discards the mounted one and mounts the copy. */
  cutPower(): void {
    const copy = `${this.#image}.copy`
    run('cp', '--sparse=always', this.#image, copy)
    run('umount', this.mountPoint)
    renameSync(copy, this.#image)
    this.#mount()
  }

  readonly remove = (): void => {
    process.off('exit', this.remove)
    run('umount', this.mountPoint)
  }

  #mount(): void {
    run('mount', '-o', mountOptions, this.#image, this.mountPoint)
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'pipe' })
}
