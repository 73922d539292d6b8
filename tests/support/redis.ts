import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ended, findProgram, said } from './child-process.ts'
import { freePort } from './free-port.ts'

/** A Redis (or Valkey) of one's own that keeps nothing on disk. */
export interface Redis {
  url: string
  pid: () => number
  kill9: () => Promise<void>
  /** Starts again, empty, at the same address. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Null when this machine has neither. */
export function findRedis(): string | null {
  return findProgram('valkey-server', 'redis-server', '/opt/homebrew/bin/redis-server', '/usr/local/bin/redis-server')
}

export async function startRedis(): Promise<Redis> {
  const program = findRedis()
  if (!program) throw new Error('Neither Redis nor Valkey is installed on this machine.')
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-redis-'))
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const launch = async () => {
    const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    await said(server, /ready to accept connections/i)
    return server
  }
  let server = await launch()
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await ended(server)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => server.pid ?? 0,
    kill9: () => end('SIGKILL'),
    restart: async () => {
      server = await launch()
    },
    stop: async () => {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
