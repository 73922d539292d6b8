import { createHttpModel } from '../create-http-model.ts'
import type { HttpModel, HttpModelOptions } from '../http-model.ts'
import type { RemoteModel } from '../provider.ts'
import { ModelWorker } from './model-worker.ts'

/** Live replies that the main thread reads itself. Small installations never have more, and need no worker. */
const defaultMaxOwnReplies = 32
/** A worker without replies is stopped after this time, in milliseconds. */
const workerIdleMs = 600_000

/**
 * A model that reads the first `maxOwnReplies` live replies in the main thread and any further ones in a worker thread.
 * With many live replies, reading them is most of the server's work.
 */
export class OffloadingModel implements RemoteModel {
  readonly id: string
  readonly label: string
  readonly builtIn = false
  readonly contextTokens: number
  readonly maxReplyTokens: number
  readonly #options: HttpModelOptions
  readonly #maxOwnReplies: number
  readonly #own: HttpModel
  #ownReplies = 0
  #worker: ModelWorker | null = null
  #idleTimer: NodeJS.Timeout | undefined

  constructor(options: HttpModelOptions, { maxOwnReplies = defaultMaxOwnReplies }: { maxOwnReplies?: number } = {}) {
    this.#options = options
    this.#maxOwnReplies = maxOwnReplies
    this.#own = createHttpModel(options)
    this.id = this.#own.id
    this.label = this.#own.label
    this.contextTokens = this.#own.contextTokens
    this.maxReplyTokens = this.#own.maxReplyTokens
  }

  get model(): string {
    return this.#own.model
  }

  findModel(signal: AbortSignal): Promise<string> {
    return this.#own.findModel(signal)
  }

  generate: RemoteModel['generate'] = (request, options) => {
    const worker = this.#ownReplies < this.#maxOwnReplies ? null : this.#readyWorker()
    if (worker !== null) return worker.generate(request, options)
    this.#ownReplies += 1
    return this.#own.generate(request, options).finally(() => {
      this.#ownReplies -= 1
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    await Promise.all([this.#own.close(), this.#worker?.close()])
  }

  /** Starts the worker if there is none. Null until it is ready; the main thread reads the replies until then. */
  #readyWorker(): ModelWorker | null {
    // The worker must use the same model, so its name must be known.
    if (this.#own.model === 'unknown') return null
    this.#worker ??= new ModelWorker({ ...this.#options, model: this.#own.model })
    this.#idleTimer ??= setTimeout(() => this.#stopIdleWorker(), workerIdleMs).unref()
    // A worker that ended is replaced only after the idle time, so that one that cannot run is not started every time.
    if (!this.#worker.hasEnded) this.#idleTimer.refresh()
    return this.#worker.isReady ? this.#worker : null
  }

  #stopIdleWorker(): void {
    if (this.#worker !== null && this.#worker.liveReplies > 0) {
      this.#idleTimer?.refresh()
      return
    }
    void this.#worker?.close()
    this.#worker = null
    this.#idleTimer = undefined
  }
}
