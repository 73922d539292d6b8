import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Character } from '#shared/characters.ts'
import { cookieOf, httpRequest } from '#tests/support/http-client.ts'
import { type ServerOptions, ServerProcess } from '#tests/support/server-process.ts'
import { replyOf } from '#tests/support/upstream-stream.ts'
import { type Load, ownMarkers, runLoad } from './load/load.ts'
import { type ChildServer, type Pace, startUpstream } from './load/upstreams.ts'

/** A server with what a measurement needs: a mock upstream, signed-in accounts and a character. */
export interface BenchEnvironment {
  upstream: ChildServer
  /** The first of the servers. */
  server: ServerProcess
  servers: ServerProcess[]
  dataDir: string
  characterId: string
  users: BenchUser[]
  close(): Promise<void>
}

export interface BenchUser {
  username: string
  cookie: string
  conversationId: string
  /** An API key, after `addApiKeys`. */
  key?: string
}

/** About 3 kB, the size of the system prompt in the measurements of comparable products. */
const definition =
  'Keeps the lamp, counts the ships, and answers in short, dry sentences when asked about the war. '.repeat(31)
/** How many messages, of about 280 characters each, precede the measured message. */
const defaultHistoryLength = 24
const createHistory = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${index}: ${'the rain keeps its own counsel, and the lamp leans toward the sea as if to listen. '.repeat(3)}`,
  }))

export const serverEnv = (upstream: ChildServer, dataDir: string) => ({
  DATA_DIR: dataDir,
  MODEL_BASE_URL: `${upstream.url}/v1`,
  MODEL_NAME: 'mock-chat',
  RATE_LIMITS: 'off',
  FREE_DAILY_MESSAGES: '1000000',
  LOG_LEVEL: 'info',
  ...npmStartEnv,
})

/** What `npm start` sets for glibc: few arenas, and what was freed goes back to the system, such as a decoded image. */
export const npmStartEnv = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/** The arguments of the process that `npm start` runs. */
export const npmStartArgs = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=50',
  '--expose-gc',
  'scripts/ready.mjs',
  'start',
]

/** Waits until a new server is at rest: it collects the garbage of its start after three seconds. */
export const untilAtRest = () => sleep(4_000)

/** `more` adds to the settings of each server and to Node's arguments. Several `instances` need a database that they share. */
export async function createBenchEnvironment(
  pace: Pace,
  {
    instances = 1,
    ...more
  }: Partial<Pick<ServerOptions, 'env' | 'nodeFlags' | 'logFile'>> & { instances?: number } = {},
): Promise<BenchEnvironment> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
  const upstream = await startUpstream(pace)
  const options = { ...more, env: { ...serverEnv(upstream, dataDir), ...more.env }, entry: npmStartArgs }
  const server = await ServerProcess.create(options)
  const servers = [server]
  while (servers.length < instances) servers.push(await ServerProcess.create(options))
  for (const each of servers) await each.start()
  const author = await register(server, 'author')
  const body = {
    name: 'Ada Quill',
    description: 'Keeps a lighthouse and a long grudge.',
    definition,
    greeting: 'You are late.',
  }
  const response = await httpRequest(`${server.url}/api/characters`, { method: 'POST', cookie: author, body })
  const { id: characterId } = JSON.parse(response.text) as Character
  return {
    upstream,
    server,
    servers,
    dataDir,
    characterId,
    users: [],
    async close() {
      for (const each of servers) await each.terminate()
      await upstream.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Adds `count` users, each with a session and `conversationsEach` conversations of `historyLength` messages and one turn.
 * `environment.users` then has an entry for each conversation: first one of every user, then the second of every user …
 */
export async function addUsers(
  environment: BenchEnvironment,
  count: number,
  { historyLength = defaultHistoryLength, conversationsEach = 1 } = {},
): Promise<void> {
  const { server, characterId } = environment
  const cookies = new Map<string, string>()
  const names = Array.from({ length: count }, (_, index) => `user-${index}`)
  // Four registrations at a time: the server hashes at most four passwords concurrently.
  const workers = [0, 1, 2, 3].map(async (worker) => {
    for (const name of names.filter((_, index) => index % 4 === worker)) cookies.set(name, await register(server, name))
  })
  await Promise.all(workers)
  const conversationHistory = createHistory(historyLength)
  const body = JSON.stringify({ characterId, message: 'Where were we?', conversationHistory })
  const sends = Array.from({ length: conversationsEach }, () => names).flat()
  const result = await runLoad({
    url: `${server.url}/api/chat`,
    requests: sends.map((name) => ({ cookie: cookies.get(name) ?? '', body })),
    concurrency: 32,
    markers: ownMarkers,
  })
  if (result.errors.length > 0) throw new Error(`A conversation could not be created: ${result.errors[0]}`)
  const conversations = new Map<string, string[]>()
  for (const name of names) {
    const { text } = await httpRequest(`${server.url}/api/conversations`, { cookie: cookies.get(name) ?? '' })
    conversations.set(
      name,
      (JSON.parse(text) as { id: string }[]).map(({ id }) => id),
    )
  }
  environment.users = Array.from({ length: conversationsEach }, (_, round) =>
    names.map((username) => ({
      username,
      cookie: cookies.get(username) ?? '',
      conversationId: conversations.get(username)?.[round] ?? '',
    })),
  ).flat()
}

/** Gives each user an API key. */
export async function addApiKeys({ server, users }: BenchEnvironment): Promise<void> {
  for (const user of users) {
    const body = { name: 'Benchmark', scope: 'chat', days: null, password: 'quiet-harbor' }
    const { text } = await httpRequest(`${server.url}/api/auth/keys`, { method: 'POST', cookie: user.cookie, body })
    user.key = (JSON.parse(text) as { key: string }).key
  }
}

/** Creates the same sends as `createSends` in the form of OpenAI's protocol. */
export function createCompletions({ users, characterId }: BenchEnvironment, count: number): Load['requests'] {
  return users.slice(0, count).map(({ key, conversationId }) => {
    const messages = [{ role: 'user', content: 'And then what happened?' }]
    const metadata = { conversation: conversationId }
    const body = JSON.stringify({ model: characterId, messages, metadata, stream: true })
    return { authorization: `Bearer ${key}`, body }
  })
}

/** Creates one send for each of the first `count` users, in the user's own conversation. */
export function createSends(environment: BenchEnvironment, count: number): Load['requests'] {
  const { characterId } = environment
  return environment.users.slice(0, count).map(({ cookie, conversationId }) => {
    const turn = { characterId, conversationId, message: 'And then what happened?', clientMessageId: randomUUID() }
    return { cookie, body: JSON.stringify(turn) }
  })
}

/** Counts the complete replies of this length in the database whose text is exact. */
export function countStoredReplies(environment: BenchEnvironment, tokens: number): number {
  const [row] = queryDatabase<{ count: number }>(
    environment,
    `select count(*) as count from messages where role = 'character' and status = 'complete' and content = ?`,
    replyOf(tokens),
  )
  return row?.count ?? 0
}

/** Queries the server's database file through a second, read-only connection. */
export function queryDatabase<Row>({ dataDir }: BenchEnvironment, sql: string, ...parameters: string[]): Row[] {
  const database = new DatabaseSync(path.join(dataDir, 'troupe.db'), { readOnly: true })
  try {
    return database.prepare(sql).all(...parameters) as Row[]
  } finally {
    database.close()
  }
}

/** Creates an account; returns its session cookie. */
export async function register(server: ServerProcess, username: string): Promise<string> {
  const body = { username, password: 'quiet-harbor' }
  const response = await httpRequest(`${server.url}/api/auth/register`, { method: 'POST', body })
  if (response.status !== 200) throw new Error(`${username} could not register: ${response.status} ${response.text}`)
  return cookieOf(response)
}

/** The body of a request sent to the upstream directly, with a prompt of the same size as the server's. */
export function directBody(historyLength = defaultHistoryLength): string {
  const messages = [
    { role: 'system', content: definition },
    ...createHistory(historyLength),
    { role: 'user', content: 'And then?' },
  ]
  return JSON.stringify({ model: 'mock-chat', messages, stream: true, stream_options: { include_usage: true } })
}
