import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TranscriptMessage } from '#engine/transcripts/transcript.ts'
import type { Logger } from '#server/core/log.ts'
import { ApiError, fieldErrors } from '#server/http/api-error.ts'
import { memoryLimits } from '#shared/memory.ts'
import { sceneLimits } from '#shared/scenes.ts'
import { ImportRequest, transcriptLimits } from '#shared/transcripts.ts'
import { ImportParser, type ParsedFile, type ParserCall, type ParserMethod } from './import-parser.ts'

/** Bytes of a body up to which this thread parses it: a few milliseconds, where a worker takes 100 to start. */
const smallSize = 100_000
const fileLimits = {
  messages: transcriptLimits.messages,
  message: transcriptLimits.message,
  text: transcriptLimits.file,
  participants: sceneLimits.participants,
  memory: { ...memoryLimits, summaries: 1_000 },
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

  /** Reads the chunks of a body, which it takes, and runs `work` with its file. Throws unless the request is valid. */
  static async open<Result>(
    chunks: Uint8Array<ArrayBuffer>[] | undefined,
    log: Logger,
    work: (request: { characterId: string | undefined; length: number; file: ImportFile }) => Promise<Result>,
  ): Promise<Result> {
    if (!chunks) throw fieldErrors(ImportRequest.safeParse(chunks).error?.issues ?? [])
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const file = new ImportFile(log, size > smallSize)
    try {
      return await work({ ...(await file.#readRequest(chunks)), file })
    } finally {
      await file.#worker?.terminate()
    }
  }

  async #readRequest(chunks: Uint8Array<ArrayBuffer>[]): Promise<{ characterId: string | undefined; length: number }> {
    // Moved, not copied. Those that are parts of larger buffers cannot be.
    const whole = chunks.map(({ buffer }) => buffer).filter((buffer, at) => buffer.byteLength === chunks[at]?.length)
    const { body, length } = await this.#call('parseBody', [chunks], whole)
    if (body === undefined) throw new ApiError('bad_request')
    const { data, error } = ImportRequest.safeParse(body)
    if (!data) throw fieldErrors(error.issues)
    return { characterId: data.characterId, length }
  }

  /** The conversations of the file. Throws `bad_request` for a file that cannot be read. */
  async readTranscripts(): Promise<Omit<ParsedFile, 'problem'>> {
    const { problem, ...file } = await this.#call('parseFile', [fileLimits])
    if (problem !== undefined) throw new ApiError('bad_request', { message: problem })
    return file
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
    transferred: ArrayBuffer[] = [],
  ): Promise<ReturnType<ImportParser[Name]>> {
    const worker = this.#worker
    const call = { method, args } as ParserCall
    if (!worker) return this.#parser.run(call) as ReturnType<ImportParser[Name]>
    const { signal } = this.#ended
    try {
      worker.postMessage(call, transferred)
      const [answer] = await once(worker, 'message', { signal })
      return answer
    } catch {
      this.#log.error({ err: signal.reason }, 'the thread that reads the file of an import has ended')
      const message = 'The server could not read this file. Please split it, and import its parts.'
      throw new ApiError('internal', { message, cause: signal.reason })
    }
  }
}
