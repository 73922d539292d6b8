import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from '#server/core/log.ts'
import { ApiError, fieldErrors } from '#server/http/api-error.ts'
import { memoryLimits } from '#shared/memory.ts'
import { sceneLimits } from '#shared/scenes.ts'
import { ImportRequest, transcriptLimits } from '#shared/transcripts.ts'
import { type ImportedTranscript, type ParsedImport, parseImport } from './import-parser.ts'

/** Bytes of a body up to which this thread parses it: a few milliseconds, where a worker takes 100 to start. */
const smallSize = 100_000
const fileLimits = {
  messages: transcriptLimits.messages,
  message: transcriptLimits.message,
  text: transcriptLimits.file,
  participants: sceneLimits.participants,
  memory: { ...memoryLimits, summaries: 1_000 },
}

export interface ImportFile {
  characterId: string | undefined
  transcripts: ImportedTranscript[]
  leftOut: string[]
}

/** Reads the chunks of the body of an import, which it takes. Throws unless the request and its file are valid. */
export async function readImportFile(chunks: Uint8Array<ArrayBuffer>[], log: Logger): Promise<ImportFile> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const parsed = size > smallSize ? await parseInThread(chunks, log) : parseImport(chunks, fileLimits)
  if (parsed.body === undefined) throw new ApiError('bad_request')
  const { data, error } = ImportRequest.safeParse(parsed.body)
  if (!data) throw fieldErrors(error.issues)
  if (!parsed.file) throw new ApiError('bad_request', { message: parsed.problem })
  return { characterId: data.characterId, ...parsed.file }
}

/**
 * Parses a large file in a thread of its own: 8 MB take up to a second of processor time. The thread has no limit of memory,
 * since V8 ends the whole process where one is exceeded within `JSON.parse`; the most values bound it.
 */
async function parseInThread(chunks: Uint8Array<ArrayBuffer>[], log: Logger): Promise<ParsedImport> {
  // Moved, not copied. Those that are parts of larger buffers cannot be.
  const whole = chunks.map(({ buffer }) => buffer).filter((buffer, at) => buffer.byteLength === chunks[at]?.length)
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
    workerData: { chunks, limits: fileLimits },
    transferList: whole,
  })
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('it gave no answer')))
  try {
    const [parsed] = await Promise.race([once(worker, 'message'), ended])
    return parsed as ParsedImport
  } catch (error) {
    log.error({ err: error }, 'the thread that reads the file of an import has ended')
    const message = 'The server could not read this file. Please split it, and import its parts.'
    throw new ApiError('internal', { message, cause: error })
  } finally {
    await worker.terminate()
  }
}
