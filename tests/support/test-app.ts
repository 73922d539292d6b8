import { PassThrough } from 'node:stream'
import { type Selectable, sql } from 'kysely'
import { afterAll, onTestFinished } from 'vitest'
import type { Clock } from '#server/core/clock.ts'
import { readEnv } from '#server/core/env.ts'
import { createLog } from '#server/core/log.ts'
import type { Database } from '#server/db/schema.ts'
import { type Running, start } from '#server/start.ts'
import type { User } from '#shared/accounts.ts'
import type { Character } from '#shared/characters.ts'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import { type AccountRights, setAccountType } from './account-type.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { MockUpstream, type UpstreamOptions } from './upstream.ts'

/** A whole server in this process, with its own port and database and a mock model upstream. */
export interface TestApp extends Running {
  url: string
  upstream: MockUpstream
  clock: TestClock
  /** Everything logged so far, as text. */
  logged(): string
  /** Creates an account, free without `rights`, and signs it in. */
  signUp(name?: string, rights?: AccountRights): Promise<Client>
  /** A client without a session. */
  visitor(): Client
  /** The rows of a table with these values, in the order of their ids: these columns, or all. */
  rows<T extends Table, C extends keyof Row<T> = keyof Row<T>>(
    table: T,
    where?: Partial<Row<T>>,
    ...columns: C[]
  ): Promise<Pick<Row<T>, C>[]>
  /** The first of such rows, of which there must be one. */
  row<T extends Table, C extends keyof Row<T> = keyof Row<T>>(
    table: T,
    where?: Partial<Row<T>>,
    ...columns: C[]
  ): Promise<Pick<Row<T>, C>>
  change<T extends Table>(table: T, where: Partial<Row<T>>, changes: Partial<Row<T>>): Promise<void>
  /** Stops the server and starts it again on the same data. */
  restart(): Promise<void>
  close(): Promise<void>
}

type Table = keyof Database & string
type Row<T extends Table> = Selectable<Database[T]>

/** The system time plus an offset that a test can advance. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void
  /** Sets the time back, as an operator or a time server may; elapsed time is not affected. */
  setBack(milliseconds: number): void
}

export interface TestAppOptions {
  env?: Record<string, string>
  upstream?: UpstreamOptions
  database?: TestDatabase
}

/** A stop that takes longer than a server may take is an error, which a busy machine must not cause. */
const patient = { task: 60_000, close: 60_000 }
const fastPace = { firstTokenMs: 1, gapMs: 0, tokens: 8 }

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const upstream = new MockUpstream({ ...fastPace, ...options.upstream })
  await upstream.listen()
  const clock = createTestClock()
  const output = new PassThrough()
  let log = ''
  output.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  const env = () =>
    readEnv({
      PORT: '0',
      RATE_LIMITS: 'off',
      BACKUP_KEEP: '0',
      AGE_ASSURANCE: 'none',
      LOG_LEVEL: 'info',
      MODEL_BASE_URL: upstream.baseUrl,
      MODEL_NAME: 'mock-chat',
      ...database.env,
      ...options.env,
    })
  const boot = async () => {
    const running = await start(env(), createLog(env().logLevel, output), { clock })
    const url = await running.server.listen({ host: '127.0.0.1', port: 0 })
    return { ...running, url }
  }
  let accounts = 0
  const app: TestApp = {
    ...(await boot()),
    upstream,
    clock,
    logged: () => log,
    visitor: () => new Client(() => app.url),
    async signUp(name, rights) {
      accounts += 1
      const client = app.visitor()
      const { user } = await client.post<{ user: User }>('/api/auth/register', {
        username: name ?? `player-${accounts}`,
        password: 'quiet-harbor',
      })
      client.user = user
      if (rights) await setAccountType(app, client, rights)
      return client
    },
    async rows(table, where = {}, ...columns) {
      const found = await sql<Row<typeof table> & { id?: string }>`
        select * from ${sql.table(table)} where ${and(where)}`.execute(app.context.db)
      const rows = found.rows.toSorted((one, other) =>
        (one.id ?? '') > (other.id ?? '') ? 1 : Number(one.id === other.id) - 1,
      )
      return columns.length === 0
        ? rows
        : rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])) as typeof row)
    },
    async row(...query) {
      const [row] = await app.rows(...query)
      if (!row) throw new Error(`There is no such row of ${query[0]}.`)
      return row
    },
    async change(table, where, changes) {
      const set = sql.join(Object.entries(changes).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
      await sql`update ${sql.table(table)} set ${set} where ${and(where)}`.execute(app.context.db)
    },
    async restart() {
      await app.stop(0, patient)
      Object.assign(app, await boot())
    },
    async close() {
      await app.stop(0, patient)
      await upstream.close()
      await database.drop()
    },
  }
  return app
}

const and = (where: object) =>
  sql.join(
    [sql`true`, ...Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)],
    sql` and `,
  )

/** Something for all tests of the calling file. It is closed after them, and after what was begun later. */
export function shared<T extends { close(): Promise<unknown> }>(closeable: T): T {
  afterAll(async () => void (await closeable.close()))
  return closeable
}

export const createSharedApp = async (options?: TestAppOptions) => shared(await createTestApp(options))

/** An app for the running test, after which it is closed. */
export async function createOwnApp(options?: TestAppOptions): Promise<TestApp> {
  const app = await createTestApp(options)
  onTestFinished(() => app.close())
  return app
}

function createTestClock(): TestClock {
  let offset = 0
  let setBack = 0
  return {
    now: () => Date.now() + offset - setBack,
    elapsed: () => performance.now() + offset,
    setBack: (milliseconds) => {
      setBack += milliseconds
    },
    advance: (milliseconds) => {
      offset += milliseconds
    },
  }
}

export interface ApiResponse<T = unknown> {
  status: number
  headers: Headers
  body: T
}

/** An API client with one session: keeps its cookies, as a browser does, and sends and receives JSON. */
export class Client {
  user: User | null = null
  /** All cookies, as the header of a request. */
  cookie = ''
  /** An API key, which is sent in place of the cookie. */
  key = ''
  readonly #url: () => string

  constructor(url: () => string) {
    this.#url = url
  }

  raw(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookie && !headers.has('cookie')) headers.set('cookie', this.cookie)
    if (this.key) headers.set('authorization', `Bearer ${this.key}`)
    return fetch(new URL(path, this.#url()), { ...init, headers, redirect: 'manual' })
  }

  async request<T = unknown>(method: string, path: string, body?: unknown): Promise<ApiResponse<T>> {
    const json =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await this.raw(path, { method, ...json })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      this.setCookie(name, value)
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text ? parseJson(text) : null) as T }
  }

  getCookie(name: string): string {
    return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(this.cookie)?.[1] ?? ''
  }

  /** Without a value, the cookie is deleted. */
  setCookie(name: string, value: string): void {
    const others = this.cookie.split('; ').filter((pair) => pair !== '' && !pair.startsWith(`${name}=`))
    this.cookie = [...others, ...(value ? [`${name}=${value}`] : [])].join('; ')
  }

  get id(): string {
    if (!this.user) throw new Error('This client is not signed in.')
    return this.user.id
  }

  async get<T>(path: string): Promise<T> {
    return bodyOf<T>(await this.request('GET', path))
  }

  async post<T>(path: string, body?: unknown): Promise<T> {
    return bodyOf<T>(await this.request('POST', path, body))
  }

  async put<T>(path: string, body?: unknown): Promise<T> {
    return bodyOf<T>(await this.request('PUT', path, body))
  }

  /** Sends a message, in a new conversation without `more.conversationId`. */
  chat(characterId: string, message: string, more: object = {}): Promise<ChatResponse> {
    return this.post('/api/chat', { characterId, message, ...more })
  }

  /** Begins a conversation with the greeting. */
  begin(characterId: string, more: object = {}): Promise<ConversationPage> {
    return this.post('/api/conversations', { characterId, ...more })
  }

  conversation(id = ''): Promise<ConversationPage> {
    return this.get(`/api/conversations/${id}`)
  }

  /** Opens an event stream. */
  async stream(method: 'GET' | 'POST', path: string, options: { body?: unknown; lastEventId?: string } = {}) {
    const headers: Record<string, string> = { accept: 'text/event-stream' }
    if (options.body !== undefined) headers['content-type'] = 'application/json'
    if (options.lastEventId !== undefined) headers['last-event-id'] = options.lastEventId
    const abort = new AbortController()
    const init = { method, headers, signal: abort.signal }
    const response = await this.raw(
      path,
      options.body === undefined ? init : { ...init, body: JSON.stringify(options.body) },
    )
    return new StreamReader(response, abort)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function bodyOf<T>(response: ApiResponse): T {
  if (response.status >= 400) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`)
  return response.body as T
}

export interface StreamEvent {
  id: string
  event: string
  data: Record<string, unknown>
}

/** Reads an event stream one event at a time. */
export class StreamReader {
  readonly response: Response
  readonly #abort: AbortController
  readonly #events: AsyncGenerator<StreamEvent>

  constructor(response: Response, abort: AbortController) {
    this.response = response
    this.#abort = abort
    this.#events = readEvents(response)
  }

  /** The next event; throws if the stream has ended. */
  async take<T = Record<string, unknown>>(): Promise<StreamEvent & { data: T }> {
    const event = await this.next()
    if (!event) throw new Error('The stream ended before the expected event.')
    return event as StreamEvent & { data: T }
  }

  /** The next event, or null at the end. */
  async next(): Promise<StreamEvent | null> {
    const { value, done } = await this.#events.next()
    return done ? null : value
  }

  /** The remaining events. */
  async rest(): Promise<StreamEvent[]> {
    const events: StreamEvent[] = []
    for (let event = await this.next(); event; event = await this.next()) events.push(event)
    return events
  }

  disconnect(): void {
    this.#abort.abort()
  }
}

async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  let buffer = ''
  for await (const chunk of response.body ?? []) {
    buffer += decoder.decode(chunk, { stream: true })
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      const frame = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      if (!frame.startsWith(':')) yield parseEvent(frame)
    }
  }
}

function parseEvent(frame: string): StreamEvent {
  const fields = Object.fromEntries(
    frame.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return { id: fields.id ?? '', event: fields.event ?? '', data: JSON.parse(fields.data ?? 'null') }
}

export const textOf = (events: StreamEvent[]): string =>
  events
    .filter((event) => event.event === 'delta')
    .map((event) => event.data.text)
    .join('')

/** Creates a character; public and rated general by default. */
export function createCharacter(author: Client, fields: Record<string, unknown> = {}): Promise<Character> {
  return author.post('/api/characters', {
    name: 'Ada Quill',
    description: 'Keeps a lighthouse and a long grudge.',
    greeting: '*The lamp turns.* "You are late."',
    ...fields,
  })
}

/** Resolves when no reply is being generated. */
export async function waitForReplies(app: TestApp): Promise<void> {
  while (app.liveReplies.size > 0) {
    await Promise.all(app.liveReplies.ids().map((id) => app.liveReplies.find(id)?.ended))
    // A reply whose end is not saved yet has ended for its readers and is still live.
    await new Promise((resolve) => setImmediate(resolve))
  }
}
