import { createHttpModel } from '../create-http-model.ts'
import type { HttpModel, HttpModelOptions } from '../http-model.ts'
import type { RemoteModel } from '../provider.ts'
import { ModelWorker } from './model-worker.ts'

/** Replies the server reads itself. One core carries some hundreds beside everything else; a laptop never has so many. */
const usualShare = 32
/** A thread without a reply for so many milliseconds is let go: full houses come one after the other. */
const restsFor = 600_000

/**
 * A voice with help: the first replies it reads itself, in the server's own thread, without a detour. In a full house
 * most of a server's work is reading replies, token by token; those beyond its share are read in a thread beside.
 */
export class OffloadingModel implements RemoteModel {
  readonly id: string
  readonly label: string
  readonly builtIn = false
  readonly contextTokens: number
  readonly maxReplyTokens: number
  readonly #options: HttpModelOptions
  readonly #share: number
  readonly #own: HttpModel
  #reading = 0
  #thread: ModelWorker | null = null
  #rest: NodeJS.Timeout | undefined

  constructor(options: HttpModelOptions, { share = usualShare }: { share?: number } = {}) {
    this.#options = options
    this.#share = share
    this.#own = createHttpModel(options)
    this.id = this.#own.id
    this.label = this.#own.label
    this.contextTokens = this.#own.contextTokens
    this.maxReplyTokens = this.#own.maxReplyTokens
  }

  get model(): string {
    return this.#own.model
  }

  askModel(signal: AbortSignal): Promise<string> {
    return this.#own.askModel(signal)
  }

  generate: RemoteModel['generate'] = (request, options) => {
    const helper = this.#reading < this.#share ? null : this.#helper()
    if (helper !== null) return helper.generate(request, options)
    this.#reading += 1
    return this.#own.generate(request, options).finally(() => {
      this.#reading -= 1
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest)
    await Promise.all([this.#own.close(), this.#thread?.close()])
  }

  /** The thread, once it listens; until then the server goes on alone. */
  #helper(): ModelWorker | null {
    // Which model it is may still have to be asked.
    if (this.#own.model === 'unknown') return null
    this.#thread ??= new ModelWorker({ ...this.#options, model: this.#own.model })
    this.#rest ??= setTimeout(() => this.#letGo(), restsFor).unref()
    // A dead one is replaced when it would have been let go: one that cannot live must not be born with every line.
    if (!this.#thread.dead) this.#rest.refresh()
    return this.#thread.listening ? this.#thread : null
  }

  #letGo(): void {
    if (this.#thread !== null && this.#thread.live > 0) {
      this.#rest?.refresh()
      return
    }
    void this.#thread?.close()
    this.#thread = null
    this.#rest = undefined
  }
}
