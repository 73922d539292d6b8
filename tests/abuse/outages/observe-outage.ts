import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ConversationPage } from '#shared/chat.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { Client, type StreamEvent } from '#tests/support/test-app.ts'
import { recordFigures } from '../figures.ts'

/** A failure of one part, while the server runs. */
export interface Outage {
  name: string
  begin(): Promise<void> | void
  end(): Promise<void> | void
}

interface Timed<T> {
  value: T
  ms: number
}

async function time<T>(work: Promise<T>): Promise<Timed<T>> {
  const startedAt = performance.now()
  return { value: await work, ms: performance.now() - startedAt }
}

const password = 'quiet-harbor'
let accounts = 0

interface Message {
  characterId: string
  conversationId: string
  message: string
  clientMessageId: string
}

/** A user whose acknowledged messages are remembered. */
export class Observer {
  readonly client: Client
  readonly #url: string
  readonly #acknowledged: Message[] = []
  #username = ''
  #characterId = ''
  #sends = 0

  constructor(url: string) {
    this.#url = url
    this.client = new Client(() => url)
  }

  async begin(): Promise<void> {
    accounts += 1
    this.#username = `observer-${accounts}`
    await this.client.post('/api/auth/register', { username: this.#username, password })
    const character = { name: 'Ada Quill', description: 'Keeps a lighthouse.', greeting: 'You are late.' }
    this.#characterId = (await this.client.post<{ id: string }>('/api/characters', character)).id
  }

  /** A message to be sent in a conversation of its own. */
  async newMessage(): Promise<Message> {
    const body = { characterId: this.#characterId }
    const { conversation } = await this.client.post<ConversationPage>('/api/conversations', body)
    this.#sends += 1
    const clientMessageId = `send-${this.#username}-${this.#sends}`
    return { ...body, conversationId: conversation.id, message: `Message ${this.#sends}`, clientMessageId }
  }

  /** Sends a message and reads the beginning of the reply. */
  async startReply() {
    const message = await this.newMessage()
    const stream = await this.client.stream('POST', '/api/chat', { body: message })
    const turn = await stream.take<{ messageId: string }>()
    await stream.next()
    return { stream, path: `/api/conversations/${message.conversationId}`, messageId: turn.data.messageId }
  }

  /** Sends a message. With 200 it is acknowledged, and must never be lost. */
  async send(message: Message) {
    const stream = await this.client.stream('POST', '/api/chat', { body: message })
    const { status, headers } = stream.response
    const body = status === 200 ? null : ((await stream.response.json()) as { error: string; code: string })
    if (status === 200) {
      await stream.take()
      this.#acknowledged.push(message)
    }
    return { status, retryAfter: headers.get('retry-after'), body, stream }
  }

  read({ conversationId }: Message) {
    return this.client.request('GET', `/api/conversations/${conversationId}`)
  }

  /** Whether every part works. */
  async isReady(): Promise<boolean> {
    const { body } = await this.client.request<Record<string, unknown>>('GET', '/readyz')
    return body.ready === true && body.redis !== 'unreachable'
  }

  logIn() {
    return new Client(() => this.#url).request('POST', '/api/auth/login', { username: this.#username, password })
  }

  /** The acknowledged messages that their conversations do not have. */
  async lost(): Promise<string[]> {
    const lost: string[] = []
    for (const { conversationId, message } of this.#acknowledged) {
      const { messages } = await this.client.get<ConversationPage>(`/api/conversations/${conversationId}`)
      if (!messages.some(({ content }) => content === message)) lost.push(message)
    }
    return lost
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const answer = ({ value, ms }: Timed<{ status: number }>) => `${value.status} after ${seconds(ms)}`

export interface Expected {
  /** Whether a message can be sent, and a conversation read, during the outage. */
  send: number
  read: number
  login: number
  ready: { status: number; part: Record<string, string> }
  /** The last event of a reply that is being read. */
  reply: 'done' | 'error'
}

/** Milliseconds that an answer may take during an outage, and the server to work again after it. */
const answerMax = 2_000
const healedMax = 3_000

/** Requests at the same time, more than a server has connections to its database. */
const readers = 40

/** Has a user read a reply, send, read and log in during an outage, and asserts what they see then and afterwards. */
export async function observeOutage(observer: Observer, outage: Outage, expected: Expected): Promise<void> {
  const [message, laterMessage] = [await observer.newMessage(), await observer.newMessage()]
  const reply = await observer.startReply()
  await outage.begin()
  const replyEnd = time(reply.stream.rest())
  // The outage has to be noticed by the first requests; they are measured.
  const [send, read, login, ...reads] = await Promise.all([
    time(observer.send(message)),
    time(observer.read(message)),
    time(observer.logIn()),
    ...Array.from({ length: readers }, () => time(observer.read(message))),
  ])
  const end = await replyEnd
  const last: StreamEvent | undefined = end.value.at(-1)
  const later = await time(observer.send(laterMessage))
  const ready = await time(observer.client.request<Record<string, string>>('GET', '/readyz'))

  await outage.end()
  const endedAt = performance.now()
  let healed = await observer.send(message)
  while ((healed.status !== 200 || !(await observer.isReady())) && performance.now() - endedAt < 10_000) {
    await sleep(50)
    if (healed.status !== 200) healed = await observer.send(message)
  }
  const healedAfter = performance.now() - endedAt
  const answered = healed.status === 200 ? (await healed.stream.rest()).at(-1)?.event : 'nothing'
  const lost = await observer.lost()
  const storedReply = (await observer.client.get<ConversationPage>(reply.path)).messages.at(-1)

  recordFigures('What a user sees while a part fails', {
    part: outage.name,
    send: answer(send),
    'send again': answer(later),
    'open a conversation': answer(read),
    'log in': answer(login),
    '/readyz': `${answer(ready)}: database ${ready.value.body.database}, Redis ${ready.value.body.redis ?? 'none'}`,
    'a reply that is being read': `${last?.event} after ${seconds(end.ms)}`,
    'works again after': seconds(healedAfter),
    'acknowledged messages lost': lost.length,
  })
  expect(lost, 'acknowledged messages that are lost').toEqual([])
  expect({
    send: send.value.status,
    read: read.value.status,
    login: login.value.status,
    ready: ready.value.status,
    reply: last?.event,
  }).toEqual({ ...expected, ready: expected.ready.status })
  expect(ready.value.body).toMatchObject(expected.ready.part)
  if (expected.send === 503) {
    for (const { value } of [send, later]) {
      expect(value.retryAfter).toMatch(/^\d+$/)
      expect(value.body).toMatchObject({ code: 'storage_unavailable' })
    }
  }
  expect(new Set(reads.map(({ value }) => value.status))).toEqual(new Set([expected.read]))
  for (const { ms } of [send, later, read, ...reads, login, ready]) expect(ms).toBeLessThan(answerMax)
  expect([healed.status, answered], 'a message sent again').toEqual([200, 'done'])
  expect(healedAfter).toBeLessThan(healedMax)
  expect(storedReply?.status).toMatch(/^(complete|interrupted)$/)
}

/** Ends the server with SIGTERM while a part fails and a reply runs: it exits by itself, within its time. */
export async function observeTermination(
  { server, observer }: { server: ServerProcess; observer: Observer },
  { part, begin, end }: { part: string; begin: () => void; end: () => void },
): Promise<void> {
  await observer.startReply()
  begin()
  const startedAt = performance.now()
  const exitCode = await server.terminate()
  const seconds = (performance.now() - startedAt) / 1000
  end()
  recordFigures('SIGTERM while a part fails', {
    part,
    'exits after': `${seconds.toFixed(1)} s`,
    'exit code': exitCode ?? 'none',
  })
  expect(seconds).toBeLessThan(30)
  expect(exitCode).not.toBeNull()
}
