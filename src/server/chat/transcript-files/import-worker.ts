// Runs in a worker thread (import-file.ts), which is ended once it has answered.
import { parentPort, workerData } from 'node:worker_threads'
import { type FileLimits, parseImport } from './import-parser.ts'

const { chunks, limits } = workerData as { chunks: Uint8Array[]; limits: FileLimits }
parentPort?.postMessage(parseImport(chunks, limits))
