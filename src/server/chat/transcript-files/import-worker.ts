// Runs in a worker thread (import-file.ts), which is ended when the import is.
import { parentPort } from 'node:worker_threads'
import { ImportParser, type ParserCall } from './import-parser.ts'

const parser = new ImportParser()
parentPort?.on('message', (call: ParserCall) => parentPort?.postMessage(parser.run(call)))
