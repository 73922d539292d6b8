import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationPage } from '#shared/chat.ts'
import { Client } from '#tests/support/test-app.ts'

interface Answer {
  status: number
  /** On the clock of `performance.now()`. */
  startedAt: number
  /** Until the head of the response, in milliseconds. */
  ms: number
}

/** How a reply that was being read has ended; `cut` without an event that says so. */
interface ReplyEnd {
  event: 'done' | 'error' | 'cut'
  startedAt: number
  at: number
}

interface Acknowledged {
  conversationId: string
  message: string
}

const password = 'quiet-harbor'

/** Milliseconds until a message that was not accepted is sent again, with the same id. */
const retryDelay = 250

/** Users who send, read the reply and open the conversation, without a pause, until they are stopped. */
export class Load {
  readonly answers: Answer[] = []
  readonly ends: ReplyEnd[] = []
  /** Requests without an answer. */
  readonly failures: string[] = []
  readonly #url: string
  readonly #users: { client: Client; characterId: string; acknowledged: Acknowledged[] }[] = []
  #isOver = false
  #loops: Promise<void>[] = []

  private constructor(url: string) {
    this.#url = url
  }

  static async start(url: string, { name, users }: { name: string; users: number }): Promise<Load> {
    const load = new Load(url)
    for (let index = 0; index < users; index += 1) {
      const client = new Client(() => url)
      await client.post('/api/auth/register', { username: `${name}-${index}`, password })
      const character = { name: 'Ada Quill', description: 'Keeps a lighthouse.', greeting: 'You are late.' }
      const { id: characterId } = await client.post<{ id: string }>('/api/characters', character)
      load.#users.push({ client, characterId, acknowledged: [] })
    }
    load.#loops = load.#users.map((_, index) => load.#act(index))
    return load
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#loops)
  }

  /** The answers to requests that were open at some moment between these. */
  between(from: number, to: number): Answer[] {
    return this.answers.filter(({ startedAt, ms }) => startedAt < to && startedAt + ms > from)
  }

  /** Acknowledged messages that are missing, or that are there more than once. */
  async wrong(): Promise<string[]> {
    const wrong: string[] = []
    for (const { client, acknowledged } of this.#users) {
      const listed = (await client.get<unknown[]>('/api/conversations?limit=100')).length
      if (listed !== acknowledged.length) wrong.push(`${listed} conversations for ${acknowledged.length} messages`)
      for (const { conversationId, message } of acknowledged) {
        const { messages } = await client.get<ConversationPage>(`/api/conversations/${conversationId}`)
        const count = messages.filter(({ content }) => content === message).length
        if (count !== 1) wrong.push(`${message}: ${count} times`)
      }
    }
    return wrong
  }

  async #act(index: number): Promise<void> {
    const user = this.#users[index]
    for (let turn = 0; user && !this.#isOver; turn += 1) {
      const message = `Message ${index}-${turn}`
      const body = { characterId: user.characterId, message, clientMessageId: crypto.randomUUID() }
      // As the page does: a message is sent until it is accepted, also beyond the end.
      let conversationId = await this.#send(user.client, body)
      while (conversationId === null) {
        await sleep(retryDelay)
        conversationId = await this.#send(user.client, body)
      }
      user.acknowledged.push({ conversationId, message })
      await this.#time(() => user.client.request('GET', `/api/conversations/${conversationId}`))
    }
  }

  /** The conversation of an acknowledged message; its reply is read to the end. */
  async #send(client: Client, body: object): Promise<string | null> {
    const startedAt = performance.now()
    const stream = await this.#time(() => client.stream('POST', '/api/chat', { body }))
    if (stream?.status !== 200) {
      await stream?.response.text()
      return null
    }
    const { data } = await stream.take<{ conversationId: string }>()
    const last = (await stream.rest().catch(() => [])).at(-1)?.event
    const event = last === 'done' || last === 'error' ? last : 'cut'
    this.ends.push({ event, startedAt, at: performance.now() })
    return data.conversationId
  }

  async #time<T extends { status: number } | { response: Response }>(work: () => Promise<T>) {
    const startedAt = performance.now()
    try {
      const value = await work()
      const status = 'response' in value ? value.response.status : value.status
      this.answers.push({ status, startedAt, ms: performance.now() - startedAt })
      return Object.assign(value, { status })
    } catch (error) {
      this.failures.push(`${new URL(this.#url).host}: ${error}`)
      return null
    }
  }
}
