import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ServerProcess } from '#tests/support/server-process.ts'
import { type Stand, type StandOptions, testEnv } from './environment.ts'

const size = '512M'
/** Nothing reaches the disk of its own accord while a round runs; only what the server asked to be synced does. */
const mountOptions = 'loop,noatime,commit=300'
const withoutSync = ['--import', path.join(import.meta.dirname, 'without-sync.ts')]

/** Whether this machine can have its current cut: it takes root and a loop device, on Linux. */
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
 * SQLite on a disk of its own that loses its current: the server is killed, and of the data only what had reached the
 * disk is there afterwards. What the server wrote but never synced stood in the kernel's memory alone, and is gone.
 */
export async function powerCutStand({ modelBaseUrl, durable }: StandOptions): Promise<Stand> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-power-'))
  const disk = new Disk(folder)
  const env = { ...testEnv(modelBaseUrl), DATA_DIR: path.join(disk.at, 'data') }
  const server = await ServerProcess.create({ env, nodeFlags: durable ? [] : withoutSync })
  await server.start()
  // The control would otherwise lose the very schema; from here on it loses what the players do.
  disk.sync()
  return {
    name: 'SQLite, power cut',
    url: server.url,
    blows: ['power cut'],
    freedWithin: 0,
    async strike() {
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

/** A file system in a file, mounted over a loop device. */
class Disk {
  readonly at: string
  readonly #image: string

  constructor(folder: string) {
    this.at = path.join(folder, 'disk')
    this.#image = path.join(folder, 'disk.img')
    mkdirSync(this.at)
    run('truncate', '--size', size, this.#image)
    run('mkfs.ext4', '-q', '-F', this.#image)
    this.#mount()
    process.once('exit', this.remove)
  }

  sync(): void {
    run('sync', '--file-system', this.at)
  }

  /** Copies what the loop device was given so far, and goes on with the copy: the rest was never on the disk. */
  cutPower(): void {
    const copy = `${this.#image}.after`
    run('cp', '--sparse=always', this.#image, copy)
    run('umount', this.at)
    renameSync(copy, this.#image)
    this.#mount()
  }

  readonly remove = (): void => {
    process.off('exit', this.remove)
    run('umount', this.at)
  }

  #mount(): void {
    run('mount', '-o', mountOptions, this.#image, this.at)
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'pipe' })
}
