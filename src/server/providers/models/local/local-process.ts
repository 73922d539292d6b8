import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { modelsFolder } from './folders.ts'
import { isRuntimeInstalled, runtimeEntry } from './runtime.ts'

/** What the process of a model is started with, as JSON in its only argument. */
export interface WorkerOptions {
  /** The entry of node-llama-cpp. */
  runtime: string
  file: string
  /** The name that it states for the model. */
  model: string
  contextTokens: number
  /** Requests without it are refused: other users of the machine can reach the port too. */
  token: string
}

/** What it sends to the server. */
export type WorkerMessage = { type: 'ready'; port: number; contextTokens: number } | { type: 'failed'; message: string }

/** A process that answers requests, and its port. */
export interface RunningProcess {
  baseUrl: string
  token: string
  /** The context it could get, which may be smaller than requested. */
  contextTokens: number
  ended: Promise<void>
}

/** Why there is no process. `reason`: what the operator can do. */
export class LocalProcessError extends Error {
  override name = 'LocalProcessError'
  readonly reason: 'no_runtime' | 'no_file' | 'load'

  constructor(reason: LocalProcessError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

interface Options {
  dataDir: string
  file: string
  contextTokens: number
  /** A secret for one process. */
  createToken: () => string
  /** Called when it ended by itself: it was killed or has crashed. */
  onEnded: () => void
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

export type ProcessState = 'stopped' | 'loading' | 'running' | 'failed'

/** The environment variables that a process gets: no addresses, keys or passwords. */
const passedOn = /^(PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|SystemRoot|USERPROFILE|LD_LIBRARY_PATH|CUDA_\w+|GGML_\w+)$/i
const stopTimeout = 2_000
const maxOutput = 2_000

/** The process of one model file. It is started on demand, and again after it has ended by itself. */
export class LocalProcess {
  readonly #options: Options
  #child: ChildProcess | null = null
  #running: Promise<RunningProcess> | null = null
  #state: ProcessState = 'stopped'
  #stopped: Promise<void> = Promise.resolve()
  /** Incremented by each start and stop. */
  #launchCount = 0

  constructor(options: Options) {
    this.#options = options
  }

  get state(): ProcessState {
    return this.#state
  }

  get pid(): number | null {
    return this.#state === 'running' ? (this.#child?.pid ?? null) : null
  }

  /** The process, once it has loaded the model. Rejects with a `LocalProcessError`. */
  start(): Promise<RunningProcess> {
    if (this.#running !== null) return this.#running
    const running = this.#launch()
    this.#running = running
    running.catch(() => {
      if (this.#running !== running) return
      this.#running = null
      this.#state = 'failed'
    })
    return running
  }

  /** Also resolves only at the end of the process when it is being stopped already. */
  stop(): Promise<void> {
    const child = this.#child
    this.#launchCount += 1
    this.#state = 'stopped'
    this.#running = null
    this.#child = null
    if (child !== null) this.#stopped = endProcess(child)
    return this.#stopped
  }

  async #launch(): Promise<RunningProcess> {
    const { dataDir, file: model, contextTokens, createToken } = this.#options
    this.#state = 'loading'
    this.#launchCount += 1
    const launch = this.#launchCount
    const file = path.join(modelsFolder(dataDir), model)
    if (!existsSync(file)) throw new LocalProcessError('no_file', `${model} is not in the folder of models.`)
    if (!(await isRuntimeInstalled(dataDir))) {
      throw new LocalProcessError('no_runtime', 'llama.cpp is not installed: run npm run local-model.')
    }
    if (this.#launchCount !== launch) throw new LocalProcessError('load', 'it was stopped before it was started.')
    const token = createToken()
    const options: WorkerOptions = { runtime: runtimeEntry(dataDir), file, model, contextTokens, token }
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name)))
    const execArgv = ['--disable-warning=ExperimentalWarning']
    const child = fork(new URL('./worker.ts', import.meta.url), [JSON.stringify(options)], {
      env,
      execArgv,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    return this.#untilReady(child, token)
  }

  #untilReady(child: ChildProcess, token: string): Promise<RunningProcess> {
    const { log, file: model } = this.#options
    let output = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-maxOutput)
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return new Promise((resolve, reject) => {
      let problem: string | null = null
      child.on('message', (message: WorkerMessage) => {
        if (message.type === 'failed') {
          problem = message.message
          return
        }
        if (this.#child !== child) return
        this.#state = 'running'
        const { port, contextTokens } = message
        resolve({ baseUrl: `http://127.0.0.1:${port}/v1`, token, contextTokens, ended })
        log.info({ model, pid: child.pid, port, contextTokens }, 'the process of a local model is running')
      })
      child.once('error', (error) => reject(new LocalProcessError('load', error.message)))
      child.once('exit', (code, signal) => {
        const isWanted = this.#child === child
        const wasRunning = isWanted && this.#state === 'running'
        if (isWanted) {
          this.#child = null
          this.#running = null
          this.#state = 'failed'
        }
        // The last message and the last output may come after the end.
        setImmediate(() => {
          if (isWanted) log.warn({ model, code, signal, problem, output }, 'the process of a local model has ended')
          const lastLine = output.trim().split('\n').at(-1) ?? ''
          reject(new LocalProcessError('load', problem ?? (lastLine || `it ended with ${signal ?? code}`)))
          if (wasRunning) this.#options.onEnded()
        })
      })
    })
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
  await ended
  clearTimeout(timer)
}
