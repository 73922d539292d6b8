// Runs in a thread of its own (checkpoints.ts): each message asks for one checkpoint.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const { file } = workerData as { file: string }
const database = new DatabaseSync(file)
database.exec('pragma synchronous = full')
parentPort?.on('message', () => {
  // Passive: it waits for nobody and nobody waits for it; what it could not move, the next one will.
  database.exec('pragma wal_checkpoint(passive)')
  parentPort?.postMessage('moved')
})
