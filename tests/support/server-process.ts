import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ended } from './child-process.ts'
import { freePort } from './free-port.ts'
import { call } from './http-call.ts'

export interface ServerOptions {
  /** Beside PORT; nothing else of the caller's own environment comes along. */
  env: Record<string, string>
  /** Node's own flags: a profile, a module to load first. */
  nodeFlags?: string[]
  /** The script and its arguments. */
  entry?: string[]
}

const root = path.join(import.meta.dirname, '..', '..')
/** What is kept of all it said, for the report of a failure. */
const kept = 8_000
const startsWithin = 30_000

/** The product as people run it: a process of its own, at an address that stays the same over restarts. */
export class ServerProcess {
  readonly url: string
  readonly #options: ServerOptions
  #child: ChildProcess | null = null
  #said = ''

  private constructor(port: number, options: ServerOptions) {
    this.url = `http://127.0.0.1:${port}`
    this.#options = { ...options, env: { ...options.env, PORT: String(port) } }
  }

  static async at(options: ServerOptions): Promise<ServerProcess> {
    return new ServerProcess(await freePort(), options)
  }

  /** Starts it; answers the milliseconds until `answers` (readiness, unless told otherwise) said 200. */
  async start(answers = '/readyz'): Promise<number> {
    const begun = performance.now()
    const { env, nodeFlags = [], entry = ['src/server/main.ts'] } = this.#options
    const clean = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NO_COLOR: '1', LOG_LEVEL: 'warn' }
    const args = ['--disable-warning=ExperimentalWarning', ...nodeFlags, ...entry]
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...clean, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const goWithUs = () => child.kill('SIGKILL')
    process.once('exit', goWithUs)
    child.once('exit', () => process.off('exit', goWithUs))
    const hear = (chunk: string) => {
      this.#said = (this.#said + chunk).slice(-kept)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    this.#child = child
    await this.answers(answers)
    return performance.now() - begun
  }

  /** Resolves once `address` says 200. */
  async answers(address = '/readyz'): Promise<void> {
    const giveUp = performance.now() + startsWithin
    while ((await statusOf(this.url + address)) !== 200) {
      if (!this.alive) throw new Error(`The server ended before it was ready:\n${this.#said}`)
      if (performance.now() > giveUp) throw new Error(`The server was not ready within 30 s:\n${this.#said}`)
      await pause(5)
    }
  }

  get alive(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  get said(): string {
    return this.#said
  }

  kill9(): Promise<void> {
    return this.#end('SIGKILL')
  }

  /** Asks it to stop, as a deployment does; answers the exit code, null when a signal ended it. */
  async terminate(): Promise<number | null> {
    await this.#end('SIGTERM')
    return this.#child?.exitCode ?? null
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#child) return
    this.#child.kill(signal)
    await ended(this.#child)
  }
}

async function statusOf(url: string): Promise<number> {
  return call(url).then(
    (answer) => answer.status,
    () => 0,
  )
}
