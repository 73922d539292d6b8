// Runs in a worker thread (checkpoints.ts): each message asks for one checkpoint, and is its mode; so is the answer.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CheckpointMode } from './checkpoints.ts'

const { file } = workerData as { file: string }
const database = new DatabaseSync(file)
database.exec('pragma synchronous = full; pragma busy_timeout = 1000')

parentPort?.on('message', (mode: CheckpointMode) => {
  database.exec(`pragma wal_checkpoint(${mode})`)
  parentPort?.postMessage(mode)
})
