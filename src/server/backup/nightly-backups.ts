import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import type { Overview } from '#shared/overview.ts'
import { backupFolder, listBackups, nameBackup } from './backup-names.ts'
import { createFolder, findCreation, lockNightly } from './queries.ts'

/** Milliseconds between two looks at the clock, and after a failure. */
const interval = 5 * 60_000
const retryAfter = 60 * 60_000

/** Makes a backup each night, and keeps the newest. */
export class NightlyBackups {
  readonly #context: Context
  #failure: Overview['backups']['failure'] = null

  constructor(context: Context) {
    this.#context = context
  }

  /** For Admin → Overview. */
  async readState(): Promise<Overview['backups']> {
    const { env } = this.#context
    const backups = await listBackups(env)
    const bytes = backups.reduce((total, backup) => total + backup.bytes, 0)
    const newestAt = backups[0]?.at ?? null
    return { count: backups.length, bytes, newestAt, isNightly: env.backupKeep > 0, failure: this.#failure }
  }

  /** Returns a function that stops it, and a backup that is being made. */
  schedule(): () => Promise<void> {
    const { log, env } = this.#context
    if (env.backupKeep === 0) return async () => {}
    return schedule(log, { name: 'the nightly backup', interval, task: (stopping) => this.run(stopping) })
  }

  /** Makes a backup if it is time, and deletes those that are too many. */
  async run(stopping: AbortSignal): Promise<void> {
    const { env, clock, log } = this.#context
    const now = clock.now()
    if (!(await this.#isDue(now))) return
    const folder = backupFolder(env)
    try {
      createFolder(folder)
      const unlock = lockNightly(folder)
      if (unlock === null) return
      try {
        for (const name of await readdir(folder))
          if (/^nightly-.*\.part$/.test(name)) await rm(path.join(folder, name), { force: true })
        const file = path.join(folder, nameBackup('nightly', now))
        await runWorker({ env, file, now }, stopping)
        const nightly = (await listBackups(env)).filter(({ kind }) => kind === 'nightly')
        for (const old of nightly.slice(env.backupKeep)) await rm(old.file, { force: true })
        log.info({ file }, 'made the nightly backup')
        this.#failure = null
      } finally {
        unlock()
      }
    } catch (error) {
      if (stopping.aborted) return
      this.#failure = { at: now, message: (error as Error).message }
      throw error
    }
  }

  /** After the time of the day at which it is made, also where the server did not run then. */
  async #isDue(now: number): Promise<boolean> {
    const { env, db } = this.#context
    if (this.#failure && now < this.#failure.at + retryAfter) return false
    const last = new Date(now)
    last.setHours(env.backupAt.hours, env.backupAt.minutes, 0, 0)
    if (last.getTime() > now) last.setDate(last.getDate() - 1)
    const newest = (await listBackups(env)).find(({ kind }) => kind === 'nightly')?.at
    return (newest ?? (await findCreation(db))) < last.getTime()
  }
}

/** With a small young generation it takes 100 MB, otherwise 300. A row of the largest card files takes most of the old one. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 }

async function runWorker(workerData: object, stopping: AbortSignal): Promise<void> {
  const worker = new Worker(new URL('./backup-worker.ts', import.meta.url), { workerData, resourceLimits })
  const stop = () => void worker.terminate()
  stopping.addEventListener('abort', stop)
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('Its thread was stopped'))))
    })
  } finally {
    stopping.removeEventListener('abort', stop)
  }
}
