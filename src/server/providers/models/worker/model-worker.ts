import { Worker } from 'node:worker_threads'
import type { HttpModelOptions } from '../http-model.ts'
import { ModelError, type ModelResult, type RemoteModel } from '../provider.ts'
import type { ReplyEnd, WorkerEvent, WorkerRequest } from './messages.ts'

interface PendingReply {
  onText: (text: string) => void
  onEnd: (end: ReplyEnd) => void
}

/** Generates replies in a worker thread, which sends the requests and reads the responses. */
export class ModelWorker {
  readonly #worker: Worker
  readonly #provider: string
  readonly #replies = new Map<number, PendingReply>()
  #lastId = 0
  /** True from the thread's start to its end. */
  isReady = false
  hasEnded = false
  #onReady: () => void = () => {}
  /** Resolves when the thread has started. */
  readonly ready = new Promise<void>((resolve) => {
    this.#onReady = resolve
  })

  constructor(options: HttpModelOptions) {
    this.#provider = options.service.id
    this.#worker = new Worker(new URL('./worker-thread.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.unref()
    this.#worker.on('message', (event: WorkerEvent) => this.#onEvent(event))
    this.#worker.on('error', (error) => this.#onExit(error.message))
    this.#worker.on('exit', () => this.#onExit('it ended'))
  }

  get liveReplies(): number {
    return this.#replies.size
  }

  generate: RemoteModel['generate'] = (request, { signal, onText }) => {
    if (signal.aborted) return Promise.reject(signal.reason)
    this.#lastId += 1
    const id = this.#lastId
    // Not inside the promise: its closures would keep the prompt in memory for as long as the reply takes.
    this.#post({ type: 'generate', id, request })
    return new Promise<ModelResult>((resolve, reject) => {
      const abort = (reason: unknown) => {
        signal.removeEventListener('abort', onAbort)
        this.#replies.delete(id)
        this.#post({ type: 'abort', id })
        reject(reason)
      }
      const onAbort = () => abort(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      this.#replies.set(id, {
        onText: (text) => {
          try {
            onText(text)
          } catch (error) {
            abort(error)
          }
        },
        onEnd: (end) => {
          signal.removeEventListener('abort', onAbort)
          this.#replies.delete(id)
          if ('result' in end) resolve(end.result)
          else reject(this.#deserialiseError(end))
        },
      })
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #onEvent(event: WorkerEvent): void {
    if (event.type === 'ready') {
      this.isReady = true
      this.#onReady()
    } else if (event.type === 'text') {
      for (const [id, text] of event.pieces) this.#replies.get(id)?.onText(text)
    } else {
      if (event.text !== '') this.#replies.get(event.id)?.onText(event.text)
      // Looked up again, because onText may have aborted the reply.
      this.#replies.get(event.id)?.onEnd(event.end)
    }
  }

  #deserialiseError(end: Exclude<ReplyEnd, { result: ModelResult }>): Error {
    if ('error' in end) return new Error(end.error)
    const { errorType, message, timeout, retryAfter, cause } = end.modelError
    return new ModelError(this.#provider, errorType, message, {
      timeout,
      retryAfter,
      ...(cause === null ? {} : { cause: Object.assign(new Error(cause), { name: 'UpstreamDetail' }) }),
    })
  }

  #onExit(why: string): void {
    this.isReady = false
    this.hasEnded = true
    const modelError = {
      errorType: 'server_error' as const,
      message: `the worker thread failed: ${why}`,
      timeout: false,
      retryAfter: null,
      cause: null,
    }
    for (const { onEnd } of [...this.#replies.values()]) onEnd({ modelError })
  }

  #post(message: WorkerRequest): void {
    this.#worker.postMessage(message)
  }
}
