import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { HttpModel } from '../http-model.ts'
import { createHttpModel } from '../http-model.ts'
import {
  defaultContextTokens,
  defaultMaxReplyTokens,
  type ModelRuntime,
  type ModelSettings,
} from '../model-settings.ts'
import {
  ContextOverflowError,
  type FailureReason,
  type GenerateOptions,
  ModelError,
  type ModelRequest,
  type ModelResult,
  type RemoteModel,
} from '../provider.ts'
import { localModelService } from '../services.ts'
import { endProcess, forkWorker, untilReady } from './local-process.ts'

interface LocalModelOptions {
  dataDir: string
  /** The name of the file. */
  file: string
  limits: Pick<ModelSettings, 'contextTokens' | 'maxReplyTokens' | 'firstByteSeconds' | 'sampling'>
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** Creates a secret for one process. */
  createToken: () => string
}

/** Why the model could not be loaded, and when. */
export interface LocalModelFailure {
  error: ModelError
  at: number
}

/** A process that has loaded the model, and the model that speaks HTTP with it. */
interface Running {
  child: ChildProcess
  http: HttpModel
}

/** Milliseconds until `onWaiting`, while the model is being loaded. */
const waitingAfter = 5_000
/** Milliseconds for which a process counts as running after its connection broke. A busy machine takes seconds to report the end. */
const endedAfter = 5_000
const brokenConnection = new Set<FailureReason>(['broken_off', 'invalid_reply', 'unreachable'])
const loadTimeout = 5 * 60_000

/**
 * Speaks HTTP with the process of a model file. The process is started on demand, and again at once after it has ended by
 * itself.
 */
export class LocalModel implements RemoteModel {
  readonly builtIn = false
  readonly id = localModelService.id
  readonly label = localModelService.label
  readonly model: string
  readonly canPrefill = false
  readonly #options: LocalModelOptions
  readonly #runtime: ModelRuntime
  /** The process that is wanted now, and `#running` once it has loaded the model. */
  #child: ChildProcess | null = null
  #loading: Promise<Running> | null = null
  #running: Running | null = null
  #failure: LocalModelFailure | null = null
  #replies = 0
  #isStopping = false
  #ended: Promise<unknown> = Promise.resolve()

  constructor(options: LocalModelOptions, runtime: ModelRuntime = {}) {
    this.model = options.file
    this.#options = options
    this.#runtime = runtime
  }

  get contextTokens(): number {
    return this.#running?.http.contextTokens ?? this.#wantedTokens
  }

  get maxReplyTokens(): number {
    return this.#running?.http.maxReplyTokens ?? this.#options.limits.maxReplyTokens ?? defaultMaxReplyTokens
  }

  get process() {
    const notRunning = this.#failure ? 'failed' : 'stopped'
    const state = this.#running ? 'running' : this.#loading ? 'loading' : notRunning
    return { state, pid: this.#running?.child.pid ?? null, failure: this.#failure } as const
  }

  /** Loads the model, so that the first reply need not wait for it. */
  start(): void {
    this.#isStopping = false
    // What is wrong is in `#failure`.
    this.#load().catch(() => {})
  }

  /** Ends the process once the replies that it writes are finished. */
  stop(): void {
    this.#isStopping = true
    if (this.#replies === 0) void this.close()
  }

  async generate(request: ModelRequest, options: GenerateOptions): Promise<ModelResult> {
    this.#replies += 1
    let ended: Promise<unknown> | null = null
    // Otherwise the request would be repeated for minutes, as for a server that is starting.
    const hasEnded = new AbortController()
    try {
      const { child, http } = await this.#untilLoaded(options)
      ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve()
      void ended.then(() => hasEnded.abort())
      const signal = AbortSignal.any([options.signal, hasEnded.signal])
      return await http.generate(request, { ...options, signal })
    } catch (error) {
      options.signal.throwIfAborted()
      throw ended === null ? error : await explain(error, ended)
    } finally {
      this.#replies -= 1
      if (this.#isStopping && this.#replies === 0) void this.close()
    }
  }

  /** Resolves at the end of all processes that were started. */
  async close(): Promise<void> {
    this.#isStopping = true
    const child = this.#child
    const http = this.#running?.http
    this.#forget()
    if (child !== null) this.#ended = Promise.all([this.#ended, endProcess(child)])
    await Promise.all([http?.close(), this.#ended])
  }

  get #wantedTokens(): number {
    return this.#options.limits.contextTokens ?? defaultContextTokens
  }

  #forget(failure: LocalModelFailure | null = null): void {
    this.#child = null
    this.#loading = null
    this.#running = null
    this.#failure = failure
  }

  /** The process may still be loading the model. */
  async #untilLoaded({ signal, onWaiting }: GenerateOptions): Promise<Running> {
    signal.throwIfAborted()
    const { firstByteSeconds } = this.#options.limits
    const timeout = firstByteSeconds === undefined ? loadTimeout : firstByteSeconds * 1_000
    const waiting = setTimeout(() => onWaiting?.(), waitingAfter)
    const late = once(AbortSignal.any([signal, AbortSignal.timeout(timeout)]), 'abort').then(() => {
      throw new ModelError(this.id, 'server_error', 'the model was not loaded in time', { reason: 'timeout' })
    })
    late.catch(() => {})
    return Promise.race([this.#load(), late]).finally(() => clearTimeout(waiting))
  }

  #load(): Promise<Running> {
    if (this.#loading !== null) return this.#loading
    const loading = this.#launch()
    this.#loading = loading
    this.#failure = null
    loading.catch((error: ModelError) => {
      if (this.#loading === loading) this.#forget({ error, at: (this.#runtime.now ?? Date.now)() })
    })
    return loading
  }

  async #launch(): Promise<Running> {
    const { dataDir, limits, log, createToken } = this.#options
    const token = createToken()
    const child = forkWorker(dataDir, { model: this.model, contextTokens: this.#wantedTokens, token })
    this.#child = child
    const fields = { model: this.model, pid: child.pid }
    const { port, contextTokens: windowTokens } = await untilReady(child).catch((error: ModelError) => {
      if (this.#child === child) log.warn({ ...fields, err: error }, 'a local model could not be loaded')
      throw error
    })
    const settings = {
      ...limits,
      service: localModelService,
      apiKey: token,
      baseUrl: `http://127.0.0.1:${port}/v1`,
      model: this.model,
      windowTokens,
      contextTokens: Math.min(this.#wantedTokens, windowTokens),
    }
    const { now, onFact, timeouts } = this.#runtime
    const running = { child, http: createHttpModel(settings, { now, onFact, timeouts }) }
    child.once('exit', (code, signal) => {
      void running.http.close()
      if (this.#child !== child) return
      log.warn({ ...fields, code, signal }, 'the process of a local model has ended')
      this.#forget()
      if (!this.#isStopping) this.start()
    })
    if (this.#child === child) {
      log.info({ ...fields, port, contextTokens: windowTokens }, 'the process of a local model is running')
      this.#running = running
    }
    return running
  }
}

/** Reports that the process has ended, because the HTTP error alone would not help anybody. */
async function explain(error: unknown, ended: Promise<unknown>): Promise<unknown> {
  if (error instanceof ContextOverflowError) return error
  const time = error instanceof ModelError && brokenConnection.has(error.reason) ? endedAfter : 0
  const hasEnded = await Promise.race([ended.then(() => true), wait(time, false, { ref: false })])
  if (!hasEnded) return error
  const message = 'the process of the model has ended'
  return new ModelError(localModelService.id, 'server_error', message, { reason: 'local_ended', cause: error })
}
