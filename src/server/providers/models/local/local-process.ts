import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ModelError } from '../provider.ts'
import { localModelService } from '../services.ts'
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

/** What it sends to the server. `contextTokens`: the context it could get, which may be smaller than requested. */
export type WorkerMessage = ReadyMessage | { type: 'failed'; message: string }
type ReadyMessage = { type: 'ready'; port: number; contextTokens: number }

/** The environment variables that a process gets: no addresses, keys or passwords. */
const passedOn = /^(PATH|HOME|TMPDIR|TEMP|TMP|LANG|LC_\w+|SystemRoot|USERPROFILE|LD_LIBRARY_PATH|CUDA_\w+|GGML_\w+)$/i
const stopTimeout = 2_000
const maxOutput = 2_000

/** Starts the process of a model file. Throws where the file or llama.cpp is missing. */
export function forkWorker(dataDir: string, started: Pick<WorkerOptions, 'model' | 'contextTokens' | 'token'>) {
  const file = path.join(modelsFolder(dataDir), started.model)
  if (!existsSync(file)) throw configError('local_file', `${started.model} is not in the folder of models.`)
  if (!isRuntimeInstalled(dataDir)) {
    throw configError('local_runtime', 'llama.cpp is not installed: run npm run local-model.')
  }
  const options: WorkerOptions = { ...started, file, runtime: runtimeEntry(dataDir) }
  return fork(new URL('./worker.ts', import.meta.url), [JSON.stringify(options)], {
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.test(name))),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

const configError = (reason: 'local_file' | 'local_runtime', message: string) =>
  new ModelError(localModelService.id, 'config_error', message, { reason })

/** Resolves once a process has loaded its model. Rejects when it ends before. */
export function untilReady(child: ChildProcess): Promise<ReadyMessage> {
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-maxOutput)
  })
  return new Promise((resolve, reject) => {
    let problem: string | null = null
    const fail = (message: string) =>
      reject(new ModelError(localModelService.id, 'server_error', message, { reason: 'local_load' }))
    child.on('message', (message: WorkerMessage) => {
      if (message.type === 'ready') resolve(message)
      else problem = message.message
    })
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code, signal) => {
      const lastLine = () => output.trim().split('\n').at(-1) ?? ''
      // The last message and the last output may come after the end.
      setImmediate(() => fail(problem ?? (lastLine() || `it ended with ${signal ?? code}`)))
    })
  })
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
  await ended
  clearTimeout(timer)
}
