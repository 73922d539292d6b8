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
  /** Called with each line as it comes, for stages that show progress. */
  onLine?: (line: string) => void
}

/** Runs a program (ours from `node_modules/.bin` first) and keeps what it said; a missing program is code 127. */
export function runCommand(command: string, args: string[], options: CommandOptions = {}): Promise<CommandResult> {
  const env = { ...process.env, NO_COLOR: '1', ...options.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let rest = ''
  const take = (chunk: string) => {
    output += chunk
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) options.onLine?.(line)
  }
  child.stdout.setEncoding('utf8').on('data', take)
  child.stderr.setEncoding('utf8').on('data', take)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, output: `${command}: ${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
