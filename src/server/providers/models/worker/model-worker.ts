import { Worker } from 'node:worker_threads'
import type { HttpModelOptions } from '../http-model.ts'
import { ModelError, type ModelResult, type RemoteModel } from '../provider.ts'
import type { Ending, FromThread, ToThread } from './messages.ts'

interface Asked {
  hear: (text: string) => void
  settle: (ending: Ending) => void
}

/** A thread that asks the upstream and reads its replies, from here seen as one more voice. */
export class ModelWorker {
  readonly #worker: Worker
  readonly #provider: string
  readonly #asked = new Map<number, Asked>()
  #last = 0
  /** Whether it may be asked: it has begun, and has not died. */
  listening = false
  dead = false
  #begun: () => void = () => {}
  /** Resolves when it begins to listen. */
  readonly begun = new Promise<void>((resolve) => {
    this.#begun = resolve
  })

  constructor(options: HttpModelOptions) {
    this.#provider = options.service.id
    this.#worker = new Worker(new URL('./worker-thread.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    })
    this.#worker.unref()
    this.#worker.on('message', (message: FromThread) => this.#hear(message))
    this.#worker.on('error', (error) => this.#died(error.message))
    this.#worker.on('exit', () => this.#died('it ended'))
  }

  /** Replies under way. */
  get live(): number {
    return this.#asked.size
  }

  generate: RemoteModel['generate'] = (request, { signal, onText }) => {
    if (signal.aborted) return Promise.reject(signal.reason)
    this.#last += 1
    const id = this.#last
    // Here rather than in the closures below, which would keep the whole prompt for as long as the reply takes.
    this.#tell({ ask: id, request })
    return new Promise<ModelResult>((resolve, reject) => {
      const breakOff = (reason: unknown) => {
        signal.removeEventListener('abort', stopped)
        this.#asked.delete(id)
        this.#tell({ stop: id })
        reject(reason)
      }
      const stopped = () => breakOff(signal.reason)
      signal.addEventListener('abort', stopped, { once: true })
      const hear = (text: string) => {
        try {
          onText(text)
        } catch (error) {
          breakOff(error)
        }
      }
      const settle = (ending: Ending) => {
        signal.removeEventListener('abort', stopped)
        this.#asked.delete(id)
        if ('result' in ending) resolve(ending.result)
        else reject(this.#errorOf(ending))
      }
      this.#asked.set(id, { hear, settle })
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #hear(message: FromThread): void {
    if ('listening' in message) {
      this.listening = true
      this.#begun()
    } else if ('pieces' in message) {
      for (const [id, text] of message.pieces) this.#asked.get(id)?.hear(text)
    } else {
      if (message.text !== '') this.#asked.get(message.ended)?.hear(message.text)
      // What it heard may have made the listener call it off.
      this.#asked.get(message.ended)?.settle(message.ending)
    }
  }

  #errorOf(ending: Exclude<Ending, { result: ModelResult }>): Error {
    if ('error' in ending) return new Error(ending.error)
    const { errorType, message, timeout, retryAfter, cause } = ending.fault
    return new ModelError(this.#provider, errorType, message, {
      timeout,
      retryAfter,
      ...(cause === null ? {} : { cause: Object.assign(new Error(cause), { name: 'UpstreamDetail' }) }),
    })
  }

  #died(why: string): void {
    this.listening = false
    this.dead = true
    const fault = { errorType: 'server_error', message: `its thread died: ${why}`, timeout: false } as const
    for (const { settle } of [...this.#asked.values()]) settle({ fault: { ...fault, retryAfter: null, cause: null } })
  }

  #tell(message: ToThread): void {
    this.#worker.postMessage(message)
  }
}
