import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, listChildPids, waitForExit, waitForOutput } from './child-process.ts'
import { findFreePort } from './free-port.ts'

/** A PostgreSQL server of the test's own, with its data in a temporary folder. */
export interface Postgres {
  /** The URL of the maintenance database; its user may create other databases. */
  url: string
  dataDir: string
  /** The process id of the running postmaster. */
  pid: () => number
  /** Kills the postmaster and every backend at once; the data folder stays. */
  kill9: () => Promise<void>
  /** Stops every process without closing its connections, until `resume`. */
  pause: () => void
  resume: () => void
  /** Shuts down at once, as an administrator does: connections are closed with a message. */
  shutDown: () => Promise<void>
  /** Starts again on the same data, with crash recovery if needed; resolves when it accepts connections. */
  restart: () => Promise<void>
  /** Shuts down and deletes the data folder. */
  stop: () => Promise<void>
}

export interface PostgresOptions {
  /** Settings of postgresql.conf, such as `{ synchronous_commit: 'off' }`. */
  settings?: Record<string, string>
}

/** Finds the folder with the newest installed `initdb` and `postgres`; null when there is none. */
export function findPostgres(): string | null {
  const packaged = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
    .flatMap((folder) => listVersions(folder))
    .sort((a, b) => b.version - a.version)
    .map(({ bin }) => path.join(bin, 'initdb'))
  const initdb = findProgram(...packaged, 'initdb')
  return initdb && path.dirname(initdb)
}

/** Debian installs to `15/bin`, Homebrew to `postgresql@15/bin`. */
function listVersions(folder: string): { version: number; bin: string }[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^(?:postgresql@?)?\d*$/.test(name))
      .map((name) => ({ version: Number(/\d+$/.exec(name)?.[0] ?? 0), bin: path.join(folder, name, 'bin') }))
  } catch {
    return []
  }
}

/** Creates and starts a cluster that is durable as in production (fsync on) and listens only on loopback. */
export async function startPostgres({ settings = {} }: PostgresOptions = {}): Promise<Postgres> {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not installed on this machine.')
  // The path of a Unix socket is limited to about 100 bytes; the temporary folder of macOS is too long.
  const dataDir = mkdtempSync('/tmp/troupe-pg-')
  const options = spawnOptionsFor(dataDir)
  initCluster(bin, dataDir, options)
  const port = await findFreePort()
  const args = serverArguments(dataDir, port, settings)
  const start = () => launch(path.join(bin, 'postgres'), args, options)
  let server = await start()
  return {
    url: `postgres://troupe@127.0.0.1:${port}/postgres`,
    dataDir,
    pid: () => server.pid ?? 0,
    kill9: () => killAll(server),
    pause: () => signalAll(server, 'SIGSTOP'),
    resume: () => signalAll(server, 'SIGCONT'),
    shutDown: async () => {
      server.kill('SIGINT')
      await waitForExit(server)
    },
    restart: async () => {
      server = await start()
    },
    stop: async () => {
      server.kill('SIGINT')
      await waitForExit(server)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, so under root it runs as the user `postgres`, or else as `nobody`. */
function spawnOptionsFor(dataDir: string): SpawnOptions {
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

/** In order of preference: the locales that production clusters usually have, then `C`. */
const locales = ['C.UTF-8', 'en_US.UTF-8', 'C']

function initCluster(bin: string, dataDir: string, options: SpawnOptions): void {
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
  const merged = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: dataDir,
    max_connections: '200',
    ...settings,
  }
  return ['-D', dataDir, ...Object.entries(merged).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** After a kill, a backend may hold the shared memory for a short time; a start within that time fails and is retried. */
const maxAttempts = 100

async function launch(program: string, args: string[], options: SpawnOptions): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    const stopServer = () => server.kill('SIGINT')
    process.once('exit', stopServer)
    server.once('exit', () => process.off('exit', stopServer))
    try {
      await waitForOutput(server, /ready to accept connections/)
      return server
    } catch (error) {
      if (attempt === maxAttempts || !String(error).includes('shared memory block')) throw error
      await sleep(50)
    }
  }
}

async function killAll(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  // The postmaster is stopped first, so that it starts no backend between listing and killing the processes.
  process.kill(server.pid, 'SIGSTOP')
  signalAll(server, 'SIGKILL')
  await exited
}

function signalAll({ pid: postmaster = 0 }: ChildProcess, signal: NodeJS.Signals): void {
  // The postmaster first: a stopped one starts no other process.
  for (const pid of [postmaster, ...listChildPids(postmaster)]) signalProcess(pid, signal)
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
