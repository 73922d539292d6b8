import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Flag } from '#shared/flags.ts'
import {
  addUsers,
  type BenchEnvironment,
  type BenchUser,
  queryDatabase,
  register,
} from '#tests/bench/bench-environment.ts'
import { extendConversations } from '#tests/bench/long-conversation.ts'
import { AlertSocket } from '#tests/support/alert-socket.ts'
import { readEventStream } from '#tests/support/http-client.ts'
import { Client } from '#tests/support/test-app.ts'

const accounts = 300
const longConversations = { count: 20, messages: 2_000 }
/** One send in ten begins a conversation, and one in a hundred raises a flag. */
const newEvery = 10
const flagEvery = 100
/** Milliseconds between two pages that an admin reads. */
const readingTime = 5_000
const pages = ['/api/admin/flags/open', '/api/admin/overview', '/api/admin/stats', '/api/admin/flags?status=resolved']

/** Players who chat without a pause, and admins with the moderation dashboard open, until `stop`. */
export class SoakLoad {
  readonly errors: string[] = []
  replies = 0
  flags = 0
  pages = 0
  readonly #environment: BenchEnvironment
  readonly #stopping = new AbortController()
  readonly #running: Promise<unknown>[] = []
  #sends = 0

  private constructor(environment: BenchEnvironment) {
    this.#environment = environment
  }

  static async start(environment: BenchEnvironment, options: { streams: number; admins: number }): Promise<SoakLoad> {
    await addUsers(environment, accounts)
    const { count, messages } = longConversations
    const sizes = Array.from({ length: count }, () => messages)
    await extendConversations(environment, environment.users.slice(0, count), sizes)
    const admins = await createAdmins(environment, options.admins)
    const load = new SoakLoad(environment)
    const players = Array.from({ length: options.streams }, () => load.#repeat(() => load.#chat()))
    load.#running.push(...players, ...admins.map((admin) => load.#moderate(admin)))
    return load
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  async #repeat(work: () => Promise<unknown>): Promise<void> {
    while (!this.#stopping.signal.aborted) await work().catch((error: Error) => this.errors.push(error.message))
  }

  /** Sends a message in the conversation that has been quiet for the longest, or in a new one. */
  async #chat(): Promise<void> {
    const { users, characterId, server } = this.#environment
    const user = users.shift() as BenchUser
    this.#sends += 1
    const isNew = this.#sends % newEvery === 0
    const body = {
      characterId,
      conversationId: isNew ? undefined : user.conversationId,
      message: this.#sends % flagEvery === 0 ? 'I want to kill myself.' : 'And then what happened?',
      clientMessageId: randomUUID(),
    }
    let last = { event: '', data: '' }
    const options = { method: 'POST', cookie: user.cookie, body }
    const { status, text } = await readEventStream(`${server.url}/api/chat`, options, (event, data) => {
      last = { event, data }
    }).finally(() => users.push(user))
    if (last.event !== 'done') throw new Error(`POST /api/chat answered ${status} ${text || last.data}`)
    this.replies += 1
  }

  /** Reads one page after the other, and decides about the oldest flag. */
  async #moderate(admin: Client): Promise<void> {
    const socket = await AlertSocket.open(this.#environment.server, admin)
    await this.#repeat(async () => {
      await sleep(readingTime * (0.5 + Math.random()), undefined, this.#stopping).catch(() => {})
      const page = pages[this.pages % pages.length] ?? ''
      this.pages += 1
      const { flags } = await admin.get<{ flags?: Flag[] }>(page)
      const flag = page.endsWith('/open') ? flags?.at(0) : undefined
      if (flag === undefined) return
      const decision = { action: 'dismiss', category: 'false_report' }
      const { status, body } = await admin.request('POST', `/api/admin/flags/${flag.id}/action`, decision)
      // Another admin may have decided.
      if (status !== 200 && status !== 409) throw new Error(`A decision was answered ${status} ${JSON.stringify(body)}`)
      if (status === 200) this.flags += 1
    })
    if (!socket.received.some(({ type }) => type === 'flag_alert')) this.errors.push('An admin was sent no alert.')
    socket.socket.close()
  }
}

async function createAdmins(environment: BenchEnvironment, count: number): Promise<Client[]> {
  const clients: Client[] = []
  for (let index = 0; index < count; index += 1) {
    const client = new Client(() => environment.server.url)
    client.cookie = await register(environment.server, `watcher-${index}`)
    clients.push(client)
  }
  const database = new DatabaseSync(path.join(environment.dataDir, 'troupe.db'))
  database.exec(`pragma busy_timeout = 5000; update users set account_type = 'admin' where username like 'watcher-%'`)
  database.close()
  return clients
}

export const countMessages = (environment: BenchEnvironment) =>
  queryDatabase<{ count: number }>(environment, 'select count(*) as count from messages')[0]?.count ?? 0
