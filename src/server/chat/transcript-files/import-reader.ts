import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Transcript } from '#engine/transcripts/transcript.ts'
import { ApiError } from '#server/http/api-error.ts'
import { transcriptLimits } from '#shared/transcripts.ts'
import { type ParserResult, type ParserTask, parse } from './import-parser.ts'

/** Bytes or UTF-16 code units up to which this thread parses: a few milliseconds, where a worker takes 100 to start. */
const smallSize = 100_000

/** Reads the JSON of an import. Throws `bad_request` unless it is JSON of a few values. */
export async function readBody(bytes: Uint8Array): Promise<unknown> {
  const { body } = await (bytes.length > smallSize ? parseInWorker({ bytes }) : parse({ bytes }))
  if (body === undefined) throw new ApiError('bad_request')
  return body
}

/** Reads the conversations of a file. Throws `bad_request` for one that cannot be read. */
export async function readFile(text: string): Promise<Transcript[]> {
  const { transcripts = [], problem } = await (text.length > smallSize ? parseInWorker({ text }) : parse({ text }))
  if (problem !== undefined) throw new ApiError('bad_request', { message: problem })
  const count = transcripts.reduce((sum, { messages }) => sum + messages.length, 0)
  const isTooLong = ({ content }: { content: string }) => content.length > transcriptLimits.message
  if (count > transcriptLimits.messages || transcripts.some(({ messages }) => messages.some(isTooLong))) {
    const { messages, message } = transcriptLimits
    throw new ApiError('bad_request', {
      message: `A file can have ${messages.toLocaleString('en')} messages of ${message.toLocaleString('en')} characters each. Please split it.`,
    })
  }
  return transcripts
}

/**
 * Parses in a thread of its own, which ends with its answer: 8 MB take up to a second of processor time. The thread has no
 * limit of memory, since V8 ends the whole process where one is exceeded within `JSON.parse`; the most values bound it.
 */
async function parseInWorker(task: ParserTask): Promise<ParserResult> {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { workerData: task })
  worker.unref()
  const [result] = await once(worker, 'message')
  return result as ParserResult
}
