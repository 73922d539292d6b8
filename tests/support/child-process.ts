import { type ChildProcess, execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The first of these programs that is there: a bare name is looked for on the PATH, an absolute one as it stands. */
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

/** Resolves once the process said something that matches; rejects with all it said if it ended first. */
export function said(child: ChildProcess, pattern: RegExp): Promise<RegExpMatchArray> {
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
    child.once('close', () => reject(new Error(`${child.spawnfile} ended before it was ready:\n${output.trim()}`)))
  })
}

/** Resolves once the process is gone; at once when it already is. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

/** The processes a process has started itself. */
export function childrenOf(pid: number): number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  if (existsSync(list)) return numbers(readFileSync(list, 'utf8'))
  const pairs = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n').map(numbers)
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))
}

const numbers = (text: string) => text.split(/\s+/).filter(Boolean).map(Number)
