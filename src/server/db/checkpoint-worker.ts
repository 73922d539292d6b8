// A worker thread that moves commits from SQLite's log into the database file (sqlite.ts). A message asks to empty the log,
// which still has what was deleted since the last time.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Milliseconds between two checkpoints: at most, about 50 MB of log. */
const interval = 1_000

const { file } = workerData as { file: string }
const database = new DatabaseSync(file)
database.exec('pragma synchronous = full; pragma busy_timeout = 1000')

/**
 * `passive` neither waits for readers and writers nor makes them wait; frames it could not move, the next one does.
 * `truncate` waits for them.
 */
function checkpoint(mode: 'passive' | 'truncate'): void {
  try {
    database.exec(`pragma wal_checkpoint(${mode})`)
  } catch {
    // A full disk or a missing file shows at the next commit, where it can be reported to a request.
  }
}

setInterval(() => checkpoint('passive'), interval)
parentPort?.on('message', () => checkpoint('truncate'))
