import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TranscriptMessage } from '#engine/transcripts/transcript.ts'
import type { Logger } from '#server/core/log.ts'
import { ApiError, fieldError, fieldErrors } from '#server/http/api-error.ts'
import { sceneLimits } from '#shared/scenes.ts'
import { fileTooLong, ImportRequest, transcriptLimits } from '#shared/transcripts.ts'
import { type ImportedTranscript, ImportParser, type ParserCall, type ParserMethod } from './import-parser.ts'

/** Bytes of a body up to which this thread parses it: a few milliseconds, where a worker takes 100 to start. */
const smallSize = 100_000
const fileLimits = {
  messages: transcriptLimits.messages,
  message: transcriptLimits.message,
  participants: sceneLimits.participants,
}

/**
 * The file of one import. Its text stays in the parser, in a thread of its own where it is large: 8 MB take up to a second
 * of processor time. The thread has no limit of memory, since V8 ends the whole process where one is exceeded within
 * `JSON.parse`; the most values bound it.
 */
export class ImportFile {
  readonly #log: Logger
  readonly #parser = new ImportParser()
  readonly #worker: Worker | null
  readonly #ended = new AbortController()

  private constructor(log: Logger, isLarge: boolean) {
    this.#log = log
    this.#worker = isLarge ? this.#startWorker() : null
  }

  /** Reads the body of a request and runs `work` with its file. Throws unless it is valid. It takes the bytes of the body. */
  static async open<Result>(
    body: unknown,
    log: Logger,
    work: (request: { characterId: string; length: number; file: ImportFile }) => Promise<Result>,
  ): Promise<Result> {
    const file = new ImportFile(log, body instanceof Uint8Array && body.length > smallSize)
    try {
      return await work({ ...(await file.#readRequest(body)), file })
    } finally {
      await file.#worker?.terminate()
    }
  }

  /** A body that is not bytes is missing, or not sent as JSON: the schema rejects it. */
  async #readRequest(received: unknown): Promise<{ characterId: string; length: number }> {
    const isJson = received instanceof Uint8Array
    const { body, length } = isJson ? await this.#call('parseBody', [received]) : { body: received, length: 0 }
    if (isJson && body === undefined) throw new ApiError('bad_request')
    const { data, error } = ImportRequest.safeParse(body)
    if (!data) throw fieldErrors(error.issues)
    const { characterId } = data
    if (length > transcriptLimits.file) throw fieldError('text', fileTooLong)
    return { characterId, length }
  }

  /** The conversations of the file. Throws `bad_request` for a file that cannot be read. */
  async readTranscripts(): Promise<ImportedTranscript[]> {
    const { transcripts, problem } = await this.#call('parseFile', [fileLimits])
    if (problem !== undefined) throw new ApiError('bad_request', { message: problem })
    return transcripts
  }

  /** The messages of a conversation, in lists of `count`. */
  async *readMessages(index: number, count: number): AsyncGenerator<TranscriptMessage[]> {
    for (let from = 0; ; from += count) {
      const messages = await this.#call('listMessages', [index, from, count])
      if (messages.length > 0) yield messages
      if (messages.length < count) return
    }
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url))
    worker.unref()
    worker.on('error', (error) => this.#ended.abort(error))
    worker.once('exit', () => this.#ended.abort())
    return worker
  }

  async #call<Name extends ParserMethod>(
    method: Name,
    args: Parameters<ImportParser[Name]>,
  ): Promise<ReturnType<ImportParser[Name]>> {
    const worker = this.#worker
    const call = { method, args } as ParserCall
    if (!worker) return this.#parser.run(call) as ReturnType<ImportParser[Name]>
    const { signal } = this.#ended
    try {
      // Bytes are moved, not copied.
      worker.postMessage(call, args[0] instanceof Uint8Array ? [args[0].buffer as ArrayBuffer] : [])
      const [answer] = await once(worker, 'message', { signal })
      return answer
    } catch {
      this.#log.error({ err: signal.reason }, 'the thread that reads the file of an import has ended')
      const message = 'The server could not read this file. Please split it, and import its parts.'
      throw new ApiError('internal', { message, cause: signal.reason })
    }
  }
}
