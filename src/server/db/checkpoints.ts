import { Worker } from 'node:worker_threads'

/** Writes between two checkpoints: a few megabytes of log. */
const writesBetween = 1_000
/** A thread without work for so many milliseconds is let go; a quiet house has none. */
const restsFor = 10_000
export interface Checkpoints {
  /** Something was written. */
  wrote(): void
  close(): Promise<void>
}

/**
 * Moves what was committed from SQLite's log into the database file. That means syncing the file, which takes a slow
 * disk up to a second and would hold up every reply: so it is done beside, in a thread that lives while there is much
 * to write. Losing it at any moment loses nothing; the log keeps all.
 */
export function createCheckpointer(file: string): Checkpoints {
  let worker: Worker | null = null
  let busy = false
  let writes = 0
  let rest: NodeJS.Timeout | undefined

  async function letGo(): Promise<void> {
    clearTimeout(rest)
    rest = undefined
    const leaving = worker
    worker = null
    busy = false
    await leaving?.terminate()
  }

  function hire(): Worker {
    const hired = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    })
    hired.unref()
    hired.on('message', () => {
      busy = false
    })
    // A full disk, a file gone: whoever writes next hears of it where it can be answered.
    hired.on('error', () => worker === hired && void letGo())
    return hired
  }

  return {
    wrote() {
      writes += 1
      if (writes < writesBetween || busy) return
      writes = 0
      busy = true
      worker ??= hire()
      worker.postMessage('move')
      if (rest === undefined) rest = setTimeout(() => void letGo(), restsFor).unref()
      else rest.refresh()
    },
    close: letGo,
  }
}
