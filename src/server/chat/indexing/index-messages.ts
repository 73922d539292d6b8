import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Queryable } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import {
  deleteIndexed,
  deleteQueued,
  findBackfill,
  hasWork,
  insertIndexed,
  listIndexable,
  listIndexed,
  listMessagesBefore,
  listQueued,
  lockIndex,
  nextIndexId,
  saveBackfill,
} from './queries.ts'
import { tokensOf } from './words.ts'

/** Messages that are indexed in one transaction, which takes SQLite's connection for about 10 ms. */
const batchSize = 32
/** Bytes that are indexed in one transaction, unless one message has more: with 100 kB, another user's first token took twice as long. */
const batchBytes = 30_000
/** Milliseconds between two runs. */
const interval = 1_000
/**
 * The pause after a batch, as a multiple of the time that the batch took, so that requests have most of SQLite's connection.
 * On PostgreSQL one instance indexes for all, and requests have connections of their own.
 */
const pause = { sqlite: 10, postgres: 1 }
const longestPause = 1_000

type Indexable = Awaited<ReturnType<typeof listIndexable>>[number]

/** The first of the messages that are short enough together for one transaction; one at least. */
function takeBatch<Message extends { bytes: number | null }>(messages: Message[]): Message[] {
  let bytes = 0
  const end = messages.findIndex((message, index) => {
    bytes += message.bytes ?? 0
    return index > 0 && bytes > batchBytes
  })
  return end < 0 ? messages : messages.slice(0, end)
}

/**
 * Indexes messages whose final text has changed. Triggers queue them in the transaction that changes them, so that a
 * crash loses none; they are indexed after it. Then it indexes the messages from before the index existed.
 */
export class MessageIndexer {
  readonly #context: Context
  readonly #stopping = new AbortController()

  constructor(context: Context) {
    this.#context = context
  }

  /** Indexes what is queued. What is queued meanwhile waits for the next run, unless it fills a batch. */
  async run(): Promise<void> {
    const { clock, db, dialect } = this.#context
    if (!(await hasWork(db))) return
    while (!this.#stopping.signal.aborted) {
      const startedAt = clock.elapsed()
      if (!((await this.indexQueued()) || (await this.indexOlder()))) return
      const delay = Math.min((clock.elapsed() - startedAt) * pause[dialect], longestPause)
      await sleep(delay, undefined, { signal: this.#stopping.signal }).catch(() => {})
    }
  }

  /** Indexes a batch of changed messages. False when it was not full: there are no more. */
  indexQueued(): Promise<boolean> {
    return this.#transact(async (trx) => {
      const found = await listQueued(trx, batchSize)
      const queued = takeBatch(found)
      if (queued.length === 0) return false
      const ids = [...new Set(queued.map(({ message_id }) => message_id))]
      await deleteIndexed(trx, ids)
      const messages = await listIndexable(trx, ids)
      await this.#insert(trx, messages, await nextIndexId(trx), 'newest')
      await deleteQueued(
        trx,
        queued.map(({ id }) => id),
      )
      return queued.length < found.length || found.length === batchSize
    })
  }

  /** Indexes a batch of messages from before the index, newest first. False when all are. */
  indexOlder(): Promise<boolean> {
    return this.#transact(async (trx) => {
      const state = await findBackfill(trx)
      if (!state) return false
      const older = takeBatch(await listMessagesBefore(trx, state.before_message_id, batchSize))
      const ids = older.map(({ id }) => id)
      const last = ids.at(-1)
      if (last === undefined) await saveBackfill(trx, null)
      else {
        const indexed = await listIndexed(trx, ids)
        const messages = (await listIndexable(trx, ids)).filter(({ id }) => !indexed.has(id))
        const next = state.next_id - messages.length
        await this.#insert(trx, messages, next + 1, 'oldest')
        await saveBackfill(trx, { before_message_id: last, next_id: next })
      }
      return true
    })
  }

  async #insert(trx: Queryable, messages: Indexable[], firstId: number, end: 'newest' | 'oldest') {
    const indexed = messages.map(({ id, content, user_id, conversation_id: conversationId }, index) => {
      return { id: firstId + index, messageId: id, userId: user_id, conversationId, tokens: tokensOf(content) }
    })
    await insertIndexed(trx, this.#context.dialect, indexed, end)
  }

  /** Does not wait for the disk: after a crash, the messages are indexed again. */
  async #transact(work: (trx: Queryable) => Promise<boolean>): Promise<boolean> {
    const { transactUnsynced, dialect } = this.#context
    const { result } = await transactUnsynced(async (trx) => (await lockIndex(trx, dialect)) && work(trx))
    return result
  }

  stop(): void {
    this.#stopping.abort()
  }
}

/** Keeps the index up to date. Returns a function that stops it and waits for a batch in progress. */
export function scheduleMessageIndexing(context: Context): () => Promise<void> {
  const indexer = new MessageIndexer(context)
  const stop = schedule(context.log, { name: 'indexing of messages', interval, task: () => indexer.run() })
  return () => {
    indexer.stop()
    return stop()
  }
}
