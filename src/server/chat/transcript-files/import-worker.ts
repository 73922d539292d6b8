// Runs in a worker thread (import-reader.ts): answers once, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { type ParserTask, parse } from './import-parser.ts'

parentPort?.postMessage(parse(workerData as ParserTask))
