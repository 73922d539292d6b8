import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')
const bin = join(root, 'node_modules', '.bin')

export interface CommandResult {
  code: number
  output: string
}

export interface CommandOptions {
  env?: NodeJS.ProcessEnv
  /** Called with each line as it arrives, for stages that show progress. */
  onLine?: (line: string) => void
}

/** Runs a program, looked up in `node_modules/.bin` first, and collects its output. A missing program is code 127. */
export function runCommand(command: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  const env = { ...process.env, NO_COLOR: '1', ...options.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let partialLine = ''
  const receive = (chunk: string) => {
    output += chunk
    const lines = (partialLine + chunk).split('\n')
    partialLine = lines.pop() ?? ''
    for (const line of lines) options.onLine?.(line)
  }
  child.stdout.setEncoding('utf8').on('data', receive)
  child.stderr.setEncoding('utf8').on('data', receive)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
