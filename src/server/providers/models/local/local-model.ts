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
import type { Service } from '../services.ts'
import { LocalProcess, LocalProcessError, type ProcessState, type RunningProcess } from './local-process.ts'

/** A GGUF file in the data folder, run by a process of this server. Its address is never called. */
export const localModelService: Service = {
  id: 'local-model',
  label: 'A model on this machine',
  baseUrl: 'http://localhost/local-model',
  isLocal: true,
}

interface LocalModelOptions {
  dataDir: string
  /** The name of the file. */
  file: string
  limits: Pick<ModelSettings, 'contextTokens' | 'maxReplyTokens' | 'firstByteSeconds' | 'sampling'>
  log: ConstructorParameters<typeof LocalProcess>[0]['log']
  createToken: () => string
}

/** Why the model could not be loaded, and when. */
export interface LocalModelFailure {
  error: ModelError
  at: number
}

/** Milliseconds until `onWaiting`, while the model is being loaded. */
const waitingAfter = 5_000
/** Milliseconds for which a process counts as running after its connection broke. A busy machine takes seconds to report the end. */
const endedAfter = 5_000
const brokenConnection = new Set<FailureReason>(['broken_off', 'invalid_reply', 'unreachable'])
const loadTimeout = 5 * 60_000

const reasons: Record<LocalProcessError['reason'], FailureReason> = {
  no_runtime: 'local_runtime',
  no_file: 'local_file',
  load: 'local_load',
}

/** Speaks HTTP with the process, and starts it when there is none. */
export class LocalModel implements RemoteModel {
  readonly builtIn = false
  readonly id = localModelService.id
  readonly label = localModelService.label
  readonly model: string
  readonly examplesAsMessages = false
  readonly canPrefill = false
  readonly #options: LocalModelOptions
  readonly #runtime: ModelRuntime
  readonly #process: LocalProcess
  #http: { process: RunningProcess; model: HttpModel } | null = null
  #failure: LocalModelFailure | null = null
  #replies = 0
  #isStopping = false

  constructor(options: LocalModelOptions, runtime: ModelRuntime = {}) {
    const { dataDir, file, limits, log, createToken } = options
    this.model = file
    this.#options = options
    this.#runtime = runtime
    const contextTokens = limits.contextTokens ?? defaultContextTokens
    // Started again at once: the next reply need not wait for the model to be loaded.
    const onEnded = () => {
      if (!this.#isStopping) this.start()
    }
    this.#process = new LocalProcess({ dataDir, file, contextTokens, createToken, onEnded, log })
  }

  get contextTokens(): number {
    return this.#http?.model.contextTokens ?? this.#options.limits.contextTokens ?? defaultContextTokens
  }

  get maxReplyTokens(): number {
    return this.#http?.model.maxReplyTokens ?? this.#options.limits.maxReplyTokens ?? defaultMaxReplyTokens
  }

  get process(): { state: ProcessState; pid: number | null; failure: LocalModelFailure | null } {
    const { state, pid } = this.#process
    return { state, pid, failure: state === 'failed' ? this.#failure : null }
  }

  /** Loads the model, so that the first reply need not wait for it. */
  start(): void {
    this.#isStopping = false
    this.#process.start().catch(async (error: unknown) => {
      const cause = await toModelError(error, null)
      if (cause instanceof ModelError) this.#failure = { error: cause, at: (this.#runtime.now ?? Date.now)() }
    })
  }

  /** Ends the process once the replies that it writes are finished. */
  stop(): void {
    this.#isStopping = true
    if (this.#replies === 0) void this.close()
  }

  async generate(request: ModelRequest, options: GenerateOptions): Promise<ModelResult> {
    this.#replies += 1
    let running: RunningProcess | null = null
    // Otherwise the request would be repeated for minutes, as for a server that is starting.
    const ended = new AbortController()
    try {
      running = await this.#untilRunning(options)
      void running.ended.then(() => ended.abort())
      const signal = AbortSignal.any([options.signal, ended.signal])
      return await this.#connect(running).generate(request, { ...options, signal })
    } catch (error) {
      options.signal.throwIfAborted()
      throw await toModelError(error, running)
    } finally {
      this.#replies -= 1
      if (this.#isStopping && this.#replies === 0) void this.close()
    }
  }

  async close(): Promise<void> {
    this.#isStopping = true
    const http = this.#http
    this.#http = null
    await Promise.all([http?.model.close(), this.#process.stop()])
  }

  /** The process may still be loading the model. */
  async #untilRunning({ signal, onWaiting }: GenerateOptions): Promise<RunningProcess> {
    const { firstByteSeconds } = this.#options.limits
    const timeout = firstByteSeconds === undefined ? loadTimeout : firstByteSeconds * 1_000
    const waiting = setTimeout(() => onWaiting?.(), waitingAfter)
    const settled = new AbortController()
    const late = wait(timeout, null, { signal: AbortSignal.any([signal, settled.signal]) })
    try {
      const running = await Promise.race([this.#process.start(), late])
      if (running) return running
      const options = { reason: 'timeout', timeout: true } as const
      throw new ModelError(this.id, 'server_error', 'the model was not loaded in time', options)
    } finally {
      clearTimeout(waiting)
      late.catch(() => {})
      settled.abort()
    }
  }

  #connect(running: RunningProcess): HttpModel {
    if (this.#http?.process === running) return this.#http.model
    void this.#http?.model.close()
    const { baseUrl, token: apiKey, contextTokens: windowTokens } = running
    const { limits } = this.#options
    const contextTokens = Math.min(limits.contextTokens ?? defaultContextTokens, windowTokens)
    const settings = {
      ...limits,
      service: localModelService,
      apiKey,
      baseUrl,
      model: this.model,
      windowTokens,
      contextTokens,
    }
    const { now, onFact, timeouts } = this.#runtime
    const model = createHttpModel(settings, { now, onFact, timeouts })
    this.#http = { process: running, model }
    return model
  }
}

/** Reports that the process has ended, because the HTTP error alone would not help anybody. */
async function toModelError(error: unknown, running: RunningProcess | null): Promise<unknown> {
  if (error instanceof ContextOverflowError) return error
  if (error instanceof LocalProcessError) {
    const type = error.reason === 'load' ? 'server_error' : 'config_error'
    return new ModelError(localModelService.id, type, error.message, { reason: reasons[error.reason], cause: error })
  }
  if (running === null) return error
  const time = error instanceof ModelError && brokenConnection.has(error.reason) ? endedAfter : 0
  const hasEnded = await Promise.race([running.ended.then(() => true), wait(time, false, { ref: false })])
  if (!hasEnded) return error
  const message = 'the process of the model has ended'
  return new ModelError(localModelService.id, 'server_error', message, { reason: 'local_ended', cause: error })
}
