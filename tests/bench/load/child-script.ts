import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..', '..')

/** Starts a script in a child process, so that its CPU time is measured separately. */
export function spawnScript(script: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))
  return child
}
