import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Environment variables that let a Node process use Node's compile cache, so that it starts faster. */
export const compileCacheEnv = {
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compiled'),
}

/** Starts a script of the project, with these variables and none of this process's environment. */
export function launchScript(script: string, args: string[], variables: Record<string, string>) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: path.join(import.meta.dirname, '..', '..'),
    env: { ...compileCacheEnv, PATH: process.env.PATH ?? '', NO_COLOR: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs a script of the project; returns its exit code, and what it wrote to both outputs. */
export async function runScript(
  script: string,
  args: string[],
  variables: Record<string, string>,
  signal?: AbortSignal,
): Promise<{ code: number | null; output: string }> {
  const child = launchScript(script, args, variables)
  signal?.addEventListener('abort', () => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output.trim() }
}

/** Finds the first of these programs that exists. A bare name is looked up on the PATH; an absolute path is used as is. */
export function findProgram(...candidates: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const files = candidates.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name)),
  )
  return files.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Resolves when the process's output matches the pattern; rejects with the whole output if the process exits first. */
export function waitForOutput(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const match = output.match(pattern)
      if (!match) return
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', read).resume()
      resolve(match)
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', read)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`${child.spawnfile} exited before it was ready:\n${output.trim()}`)))
  })
}

/** Resolves when the process has exited; immediately if it already has. */
export function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** Lists the direct child processes of a process. */
export function listChildPids(pid: number): number[] {
  const childrenFile = `/proc/${pid}/task/${pid}/children`
  if (existsSync(childrenFile)) return parseNumbers(readFileSync(childrenFile, 'utf8'))
  const pairs = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n').map(parseNumbers)
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))
}

const parseNumbers = (text: string) => text.split(/\s+/).filter(Boolean).map(Number)
