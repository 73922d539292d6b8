import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitForExit } from './child-process.ts'
import { findFreePort } from './free-port.ts'
import { httpRequest } from './http-client.ts'

export interface ServerOptions {
  /** The server's environment besides PORT; the environment of the calling process is not inherited. */
  env: Record<string, string>
  /** Node's flags, for example a profiler or a preloaded module. */
  nodeFlags?: string[]
  /** The script and its arguments. */
  entry?: string[]
  /** A file to which the whole output is appended, over all starts. */
  logFile?: string
  /** The folder of the source code; this checkout by default. */
  cwd?: string
}

const root = join(import.meta.dirname, '..', '..')
/** How much of the output is kept, in characters, for error messages. */
const maxOutput = 8_000
const startTimeout = 180_000

/** The server in a process of its own, at a port that stays the same over restarts. */
export class ServerProcess {
  readonly url: string
  readonly #options: ServerOptions
  #child: ChildProcess | null = null
  #output = ''

  private constructor(port: number, options: ServerOptions) {
    this.url = `http://127.0.0.1:${port}`
    this.#options = { ...options, env: { ...options.env, PORT: String(port) } }
  }

  static async create(options: ServerOptions): Promise<ServerProcess> {
    return new ServerProcess(await findFreePort(), options)
  }

  /** Starts the process; returns the milliseconds until `path` (readiness by default) answers 200. */
  async start(path = '/readyz'): Promise<number> {
    const startedAt = performance.now()
    const { env, nodeFlags = [], entry = ['src/server/main.ts'], logFile, cwd = root } = this.#options
    const baseEnv = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NO_COLOR: '1', LOG_LEVEL: 'warn' }
    const args = ['--disable-warning=ExperimentalWarning', ...nodeFlags, ...entry]
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...baseEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const killChild = () => child.kill('SIGKILL')
    process.once('exit', killChild)
    child.once('exit', () => process.off('exit', killChild))
    const appendOutput = (chunk: string) => {
      this.#output = (this.#output + chunk).slice(-maxOutput)
      if (logFile) appendFileSync(logFile, chunk)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', appendOutput)
    this.#child = child
    await this.waitUntilReady(path)
    return performance.now() - startedAt
  }

  /** Resolves when `path` answers 200. */
  async waitUntilReady(path = '/readyz'): Promise<void> {
    const deadline = performance.now() + startTimeout
    while ((await fetchStatus(this.url + path)) !== 200) {
      if (!this.isAlive) throw new Error(`The server exited before it was ready:\n${this.#output}`)
      if (performance.now() > deadline)
        throw new Error(`The server was not ready within ${startTimeout / 1000} s:\n${this.#output}`)
      await sleep(20)
    }
  }

  get isAlive(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get output(): string {
    return this.#output
  }

  kill9(): Promise<void> {
    return this.#stopWith('SIGKILL')
  }

  /** Sends SIGTERM, as a deployment does; returns the exit code, or null when a signal ended the process. */
  async terminate(): Promise<number | null> {
    await this.#stopWith('SIGTERM')
    return this.#child?.exitCode ?? null
  }

  async #stopWith(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child) return
    this.#child.kill(signal)
    await waitForExit(this.#child)
  }
}

async function fetchStatus(url: string): Promise<number> {
  return httpRequest(url).then(
    (response) => response.status,
    () => 0,
  )
}
