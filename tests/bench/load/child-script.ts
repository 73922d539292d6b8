import { type ChildProcessByStdio, spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

const root = path.join(import.meta.dirname, '..', '..', '..')

/** Starts a script in a child process, so that its CPU time is measured separately. */
export function spawnScript(script: string, ...args: string[]): ChildProcessByStdio<Writable, Readable, null> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  return child
}

/** Runs a script that reads its input as JSON from stdin and writes its result as JSON to stdout. */
export async function runScript<Result>(script: string, input: unknown): Promise<Result> {
  const child = spawnScript(script)
  child.stdin.end(JSON.stringify(input))
  return JSON.parse(await text(child.stdout)) as Result
}
