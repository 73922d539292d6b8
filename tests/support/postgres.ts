import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childrenOf, ended, findProgram, said } from './child-process.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL of one's own, with its data in a temporary folder. */
export interface Postgres {
  /** Of the maintenance database; its user may create others. */
  url: string
  dataDir: string
  /** Of the postmaster running now. */
  pid: () => number
  /** Kills the postmaster and every backend at once, as a power cut would; the data stay. */
  kill9: () => Promise<void>
  /** Starts again on the same data, recovering if need be; resolves once it takes connections. */
  restart: () => Promise<void>
  /** Shuts down and removes the data. */
  stop: () => Promise<void>
}

export interface PostgresOptions {
  /** Lines of postgresql.conf, such as `{ synchronous_commit: 'off' }`. */
  settings?: Record<string, string>
}

/** The folder with the newest `initdb` and `postgres` of this machine; null when there is none. */
export function findPostgres(): string | null {
  const packaged = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
    .flatMap((folder) => versionsIn(folder))
    .sort((a, b) => b.version - a.version)
    .map(({ bin }) => path.join(bin, 'initdb'))
  const initdb = findProgram(...packaged, 'initdb')
  return initdb && path.dirname(initdb)
}

/** Debian keeps `15/bin`, Homebrew `postgresql@15/bin`. */
function versionsIn(folder: string): { version: number; bin: string }[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^(?:postgresql@?)?\d*$/.test(name))
      .map((name) => ({ version: Number(/\d+$/.exec(name)?.[0] ?? 0), bin: path.join(folder, name, 'bin') }))
  } catch {
    return []
  }
}

/** Makes a cluster that is durable as in production (fsync on) and listens on loopback alone. */
export async function startPostgres({ settings = {} }: PostgresOptions = {}): Promise<Postgres> {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not installed on this machine.')
  // A socket's path must be short, which the temporary folder of macOS is not.
  const dataDir = mkdtempSync('/tmp/troupe-pg-')
  const options = ordinaryUser(dataDir)
  initialise(bin, dataDir, options)
  const port = await freePort()
  const args = serverArguments(dataDir, port, settings)
  const start = () => launch(path.join(bin, 'postgres'), args, options)
  let server = await start()
  return {
    url: `postgres://troupe@127.0.0.1:${port}/postgres`,
    dataDir,
    pid: () => server.pid ?? 0,
    kill9: () => killAll(server),
    restart: async () => {
      server = await start()
    },
    stop: async () => {
      server.kill('SIGINT')
      await ended(server)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root: there it runs as the user made for it, or as nobody. */
function ordinaryUser(dataDir: string): SpawnOptions {
  const env = { PATH: process.env.PATH ?? '', LC_MESSAGES: 'C', TZ: 'UTC' }
  if (process.getuid?.() !== 0) return { cwd: dataDir, env }
  const [uid, gid] = idsOf('postgres') ?? idsOf('nobody') ?? [65_534, 65_534]
  chownSync(dataDir, uid, gid)
  return { cwd: dataDir, env, uid, gid }
}

function idsOf(user: string): [number, number] | null {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return [id('-u'), id('-g')]
  } catch {
    return null
  }
}

/** Case folding and order as people's clusters have them, where the system knows such a locale. */
const locales = ['C.UTF-8', 'en_US.UTF-8', 'C']

function initialise(bin: string, dataDir: string, options: SpawnOptions): void {
  const failures: unknown[] = []
  for (const locale of locales) {
    const args = ['-D', dataDir, '-U', 'troupe', '-A', 'trust', '-E', 'UTF8', `--locale=${locale}`, '--no-sync']
    try {
      execFileSync(path.join(bin, 'initdb'), args, { ...options, stdio: 'pipe' })
      return
    } catch (error) {
      failures.push(error)
    }
  }
  throw failures[0]
}

function serverArguments(dataDir: string, port: number, settings: Record<string, string>): string[] {
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: dataDir,
    max_connections: '200',
    ...settings,
  }
  return ['-D', dataDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** After a kill, a backend may hold the shared memory for a moment longer; the next one must wait for it. */
const attempts = 100

async function launch(program: string, args: string[], options: SpawnOptions): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    const endWithUs = () => server.kill('SIGINT')
    process.once('exit', endWithUs)
    server.once('exit', () => process.off('exit', endWithUs))
    try {
      await said(server, /ready to accept connections/)
      return server
    } catch (error) {
      if (attempt === attempts || !String(error).includes('shared memory block')) throw error
      await pause(50)
    }
  }
}

async function killAll(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  // Stopped first, so that it cannot start another backend between the look and the blow.
  process.kill(server.pid, 'SIGSTOP')
  for (const pid of [server.pid, ...childrenOf(server.pid)]) killHard(pid)
  await gone
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
