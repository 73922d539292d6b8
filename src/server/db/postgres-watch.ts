import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverName } from './database-use.ts'

/** Milliseconds that PostgreSQL has for an answer, and between two checks. An outage is detected within their sum. */
const answerTimeout = 1_300
const checkInterval = 200

/** PostgreSQL does not answer. The code makes it a temporary error for `classifyDatabaseError`. */
export class PostgresUnreachableError extends Error {
  override name = 'PostgresUnreachableError'
  readonly code = 'ETIMEDOUT'
}

/**
 * Continuously checks whether PostgreSQL answers, over a connection of its own. A server that is frozen or behind a
 * broken network neither answers nor closes its connections, so a request would wait until TCP gives up. Queries have
 * no such short limit, because a long query is no outage.
 */
export class PostgresWatch {
  readonly #url: string
  readonly #onDown: () => void
  #client: pg.Client | null = null
  #isClosed = false
  #isUp = true
  /** Called when PostgreSQL stops answering. */
  readonly #waiting = new Set<(error: PostgresUnreachableError) => void>()

  /** `onDown` is called each time PostgreSQL stops answering. */
  constructor(url: string, onDown: () => void) {
    this.#url = url
    this.#onDown = onDown
    void this.#run()
  }

  /** Resolves as the promise does, and rejects when PostgreSQL does not answer or stops answering before that. */
  async whileUp<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#isUp) throw new PostgresUnreachableError('PostgreSQL does not answer.')
    const stopped = Promise.withResolvers<never>()
    this.#waiting.add(stopped.reject)
    try {
      return await Promise.race([work(), stopped.promise])
    } finally {
      this.#waiting.delete(stopped.reject)
    }
  }

  /** Resolves once PostgreSQL has ended the connection: `npm run restore` refuses a database that a server is connected to. */
  async close(): Promise<void> {
    this.#isClosed = true
    const silence = new AbortController()
    if (this.#isUp)
      await Promise.race([this.#client?.end(), rejectAfter(answerTimeout, silence.signal)]).catch(() => {})
    silence.abort()
    this.#disconnect()
  }

  async #run(): Promise<void> {
    // Before the first answer, the pool's own errors are more precise.
    let hasAnswered = false
    while (!this.#isClosed) {
      const answers = await this.#answers()
      hasAnswered ||= answers
      if (hasAnswered) this.#update(answers)
      await sleep(checkInterval, undefined, { ref: false })
    }
  }

  #update(isUp: boolean): void {
    const isNew = this.#isUp && !isUp && !this.#isClosed
    this.#isUp = isUp
    if (!isNew) return
    for (const reject of this.#waiting) reject(new PostgresUnreachableError('PostgreSQL has stopped answering.'))
    this.#onDown()
  }

  async #answers(): Promise<boolean> {
    // A closed connection does not prove an outage, so a new one is tried before the server counts as down.
    const hadConnection = this.#client !== null
    const result = await this.#ask()
    return result === 'lost' && hadConnection ? (await this.#ask()) === 'answer' : result === 'answer'
  }

  async #ask(): Promise<'answer' | 'silence' | 'lost'> {
    const silence = new AbortController()
    try {
      const asking = this.#client ? this.#client.query('select 1') : this.#connect()
      await Promise.race([asking, rejectAfter(answerTimeout, silence.signal)])
      return 'answer'
    } catch (error) {
      this.#disconnect()
      if (error instanceof PostgresUnreachableError) return 'silence'
      // A refusal, such as too many connections, is an answer. 57P01–57P03: it shuts down or starts up.
      return error instanceof pg.DatabaseError && !error.code?.startsWith('57P') ? 'answer' : 'lost'
    } finally {
      silence.abort()
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: serverName })
    client.on('error', () => {})
    this.#client = client
    await client.connect()
  }

  #disconnect(): void {
    this.#client?.connection.stream.destroy()
    this.#client = null
  }
}

async function rejectAfter(milliseconds: number, signal: AbortSignal): Promise<never> {
  await sleep(milliseconds, undefined, { ref: false, signal }).catch(() => {})
  // If the event loop was busy, the answer may have arrived unread. It is read before this continues.
  await setImmediate()
  throw new PostgresUnreachableError('PostgreSQL does not answer.')
}
