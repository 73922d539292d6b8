import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram, waitForExit, waitForOutput } from './child-process.ts'
import { findFreePort } from './free-port.ts'

/** A Redis (or Valkey) server of the test's own, without persistence. */
export interface Redis {
  url: string
  pid: () => number
  kill9: () => Promise<void>
  /** Stops the process without closing its connections, until `resume`. */
  pause: () => void
  resume: () => void
  /** Starts again at the same address, with no data. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Finds an installed Redis or Valkey; null when there is none. */
export function findRedis(): string | null {
  return findProgram('valkey-server', 'redis-server', '/opt/homebrew/bin/redis-server', '/usr/local/bin/redis-server')
}

export async function startRedis(): Promise<Redis> {
  const program = findRedis()
  if (!program) throw new Error('Neither Redis nor Valkey is installed on this machine.')
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-redis-'))
  const port = await findFreePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const launch = async () => {
    const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await waitForOutput(server, /ready to accept connections/i)
    return server
  }
  let server = await launch()
  const stopWith = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await waitForExit(server)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => server.pid ?? 0,
    kill9: () => stopWith('SIGKILL'),
    pause: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    restart: async () => {
      server = await launch()
    },
    stop: async () => {
      await stopWith('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
