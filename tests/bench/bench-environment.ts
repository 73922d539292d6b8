import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Character } from '#shared/characters.ts'
import { cookieOf, httpRequest } from '#tests/support/http-client.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { replyOf } from '#tests/support/upstream-stream.ts'
import { type Load, ourMarks, runLoad } from './load/load.ts'
import { type Pace, startUpstream, type Voice } from './load/upstreams.ts'

/** A server with everything a measurement needs: an upstream, accounts with a session each, a character to talk to. */
export interface Theatre {
  upstream: Voice
  server: ServerProcess
  dataDir: string
  characterId: string
  readers: Reader[]
  close(): Promise<void>
}

export interface Reader {
  username: string
  cookie: string
  conversationId: string
}

/** About 3 kB, as the peers' system prompt was. */
const definition =
  'Keeps the lamp, counts the ships, and answers in short, dry sentences when asked about the war. '.repeat(31)
/** What stands before the line that is measured: lines of about 280 characters, 24 unless told otherwise. */
const usualLines = 24
const linesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Line ${index}: ${'the rain keeps its own counsel, and the lamp leans toward the sea as if to listen. '.repeat(3)}`,
  }))

export const serverEnv = (upstream: Voice, dataDir: string) => ({
  DATA_DIR: dataDir,
  MODEL_BASE_URL: `${upstream.url}/v1`,
  MODEL_NAME: 'mock-chat',
  RATE_LIMITS: 'off',
  FREE_DAILY_MESSAGES: '1000000',
  LOG_LEVEL: 'info',
  MALLOC_ARENA_MAX: '2',
})

/** What `npm start` runs. */
export const asStarted = ['--max-semi-space-size=4', '--expose-gc', 'scripts/ready.mjs', 'start']

export async function openTheatre(pace: Pace): Promise<Theatre> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'troupe-bench-'))
  const upstream = await startUpstream(pace)
  const server = await ServerProcess.create({ env: serverEnv(upstream, dataDir), entry: asStarted })
  await server.start()
  const author = await register(server, 'author')
  const body = {
    name: 'Ada Quill',
    description: 'Keeps a lighthouse and a long grudge.',
    definition,
    greeting: 'You are late.',
  }
  const made = await httpRequest(`${server.url}/api/characters`, { method: 'POST', cookie: author, body })
  const { id: characterId } = JSON.parse(made.text) as Character
  return {
    upstream,
    server,
    dataDir,
    characterId,
    readers: [],
    async close() {
      await server.terminate()
      await upstream.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Seats so many readers, each with an account, a session and a conversation that already holds some lines and a turn. */
export async function seatReaders(theatre: Theatre, count: number, lines = usualLines): Promise<void> {
  const { server, characterId } = theatre
  const cookies = new Map<string, string>()
  const names = Array.from({ length: count }, (_, index) => `reader-${index}`)
  // Four at a time: as many as the server hashes passwords for at once.
  const desks = [0, 1, 2, 3].map(async (liveReplies) => {
    for (const name of names.filter((_, index) => index % 4 === liveReplies))
      cookies.set(name, await register(server, name))
  })
  await Promise.all(desks)
  const requests = names.map((name) => ({
    cookie: cookies.get(name) ?? '',
    body: JSON.stringify({ characterId, message: 'Where were we?', conversationHistory: linesOf(lines) }),
  }))
  const heard = await runLoad({ url: `${server.url}/api/chat`, requests, perSecond: 250, marks: ourMarks })
  if (heard.errors.length > 0) throw new Error(`The readers could not be seated: ${heard.errors[0]}`)
  const rows = ask<{ username: string; id: string }>(
    theatre,
    `select users.username, conversations.id from conversations join users on users.id = conversations.user_id`,
  )
  theatre.readers = rows.map(({ username, id }) => ({
    username,
    cookie: cookies.get(username) ?? '',
    conversationId: id,
  }))
}

/** One line from each of the first `count` readers, in the conversation that is theirs. */
export function sendsOf(theatre: Theatre, count: number): Load['requests'] {
  const { characterId } = theatre
  return theatre.readers.slice(0, count).map(({ cookie, conversationId }) => {
    const line = { characterId, conversationId, message: 'And then what happened?', clientMessageId: randomUUID() }
    return { cookie, body: JSON.stringify(line) }
  })
}

/** How many replies of this length stand in the database, complete and to the letter. */
export function keptReplies(theatre: Theatre, tokens: number): number {
  const [row] = ask<{ kept: number }>(
    theatre,
    `select count(*) as kept from messages where role = 'character' and status = 'complete' and content = ?`,
    replyOf(tokens),
  )
  return row?.kept ?? 0
}

/** Reads the server's own database file, beside it. */
export function ask<Row>({ dataDir }: Theatre, sql: string, ...parameters: string[]): Row[] {
  const database = new DatabaseSync(path.join(dataDir, 'troupe.db'), { readOnly: true })
  try {
    return database.prepare(sql).all(...parameters) as Row[]
  } finally {
    database.close()
  }
}

async function register(server: ServerProcess, username: string): Promise<string> {
  const body = { username, password: 'stage-door' }
  const answer = await httpRequest(`${server.url}/api/auth/register`, { method: 'POST', body })
  if (answer.status !== 200) throw new Error(`${username} could not register: ${answer.status} ${answer.text}`)
  return cookieOf(answer)
}

/** What the upstream is sent when it is asked directly: a prompt of the size ours has. */
export function directBody(lines = usualLines): string {
  const messages = [{ role: 'system', content: definition }, ...linesOf(lines), { role: 'user', content: 'And then?' }]
  return JSON.stringify({ model: 'mock-chat', messages, stream: true, stream_options: { include_usage: true } })
}
