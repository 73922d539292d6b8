import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..', '..')

/** Runs a script of ours in a process of its own, so that nobody's work is billed to another. */
export function childScript(script: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const goWithUs = () => child.kill('SIGKILL')
  process.once('exit', goWithUs)
  child.once('exit', () => process.off('exit', goWithUs))
  return child
}
