// Runs in a worker thread (checkpoints.ts): each message asks for one checkpoint.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const { file } = workerData as { file: string }
const database = new DatabaseSync(file)
database.exec('pragma synchronous = full')

parentPort?.on('message', () => {
  // Passive: it neither waits for readers and writers nor makes them wait; frames it could not move, the next one does.
  database.exec('pragma wal_checkpoint(passive)')
  parentPort?.postMessage('done')
})
