import { Worker } from 'node:worker_threads'

/** Commits between two checkpoints: a few megabytes of log. */
const commitsBetween = 1_000
/** Milliseconds without work after which the thread is ended, so that a server with little traffic has none. */
const idleTimeout = 10_000

/**
 * `passive` neither waits for readers and writers nor makes them wait; frames it could not move, the next one does.
 * `truncate` waits for them, and empties the log.
 */
export type CheckpointMode = 'passive' | 'truncate'

export interface Checkpointer {
  /** To be called after each commit. */
  onCommit(): void
  /** Empties the log, which still has what was deleted since the last time. */
  truncate(): void
  close(): Promise<void>
}

/**
 * Moves commits from SQLite's log into the database file. A checkpoint syncs that file, which takes up to a second on a
 * slow disk and would delay every reply, so a worker thread runs it. The thread may end at any moment without loss: the
 * log keeps every commit until a checkpoint has succeeded.
 */
export function createCheckpointer(file: string): Checkpointer {
  let worker: Worker | null = null
  let isRunning = false
  let commits = 0
  let idleTimer: NodeJS.Timeout | undefined

  async function endWorker(): Promise<void> {
    clearTimeout(idleTimer)
    const ending = worker
    worker = null
    isRunning = false
    await ending?.terminate()
  }

  function startWorker(): Worker {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    })
    started.unref()
    started.on('message', (mode: CheckpointMode) => {
      if (worker !== started) return
      // The log is emptied once an hour.
      if (mode === 'truncate') return void endWorker()
      isRunning = false
      // Not before: on a slow disk, or a busy machine, a checkpoint can take longer than the timeout.
      idleTimer = setTimeout(() => void endWorker(), idleTimeout).unref()
    })
    // A full disk or a missing file shows at the next commit, where it can be reported to a request.
    started.on('error', () => worker === started && void endWorker())
    return started
  }

  function run(mode: CheckpointMode): void {
    commits = 0
    isRunning = true
    clearTimeout(idleTimer)
    worker ??= startWorker()
    worker.postMessage(mode)
  }

  return {
    onCommit() {
      commits += 1
      if (commits >= commitsBetween && !isRunning) run('passive')
    },
    truncate: () => run('truncate'),
    close: endWorker,
  }
}
