import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Queryable } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import {
  deleteIndexed,
  deleteQueued,
  type End,
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
 * crash loses none; they are indexed after it. Then it indexes the messages from before the index existed. What is queued
 * meanwhile waits for the next call, unless it fills a batch.
 */
export async function indexMessages(context: Context, signal?: AbortSignal): Promise<void> {
  const { clock, db, dialect } = context
  if (!(await hasWork(db))) return
  while (!signal?.aborted) {
    const startedAt = clock.elapsed()
    if (!((await indexQueued(context)) || (await indexOlder(context)))) return
    const delay = Math.min((clock.elapsed() - startedAt) * pause[dialect], longestPause)
    await sleep(delay, undefined, { signal }).catch(() => {})
  }
}

/** Indexes a batch of changed messages. False when it was not full: there are no more. */
export function indexQueued(context: Context): Promise<boolean> {
  return transact(context, async (trx) => {
    const found = await listQueued(trx, batchSize)
    const queued = takeBatch(found)
    if (queued.length === 0) return false
    const ids = [...new Set(queued.map(({ message_id }) => message_id))]
    await deleteIndexed(trx, ids)
    await insert(context, trx, await listIndexable(trx, ids), await nextIndexId(trx), 'newest')
    const done = queued.map(({ id }) => id)
    await deleteQueued(trx, done)
    return queued.length < found.length || found.length === batchSize
  })
}

/** Indexes a batch of messages from before the index, newest first. False when all are. */
export function indexOlder(context: Context): Promise<boolean> {
  return transact(context, async (trx) => {
    const state = await findBackfill(trx)
    if (!state) return false
    const ids = takeBatch(await listMessagesBefore(trx, state.before_message_id, batchSize)).map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) await saveBackfill(trx, null)
    else {
      const indexed = await listIndexed(trx, ids)
      const messages = (await listIndexable(trx, ids)).filter(({ id }) => !indexed.has(id))
      const next = state.next_id - messages.length
      await insert(context, trx, messages, next + 1, 'oldest')
      await saveBackfill(trx, { before_message_id: last, next_id: next })
    }
    return true
  })
}

async function insert({ dialect }: Context, trx: Queryable, messages: Indexable[], firstId: number, end: End) {
  const indexed = messages.map(({ id, content, user_id, conversation_id: conversationId }, index) => {
    return { id: firstId + index, messageId: id, userId: user_id, conversationId, tokens: tokensOf(content) }
  })
  await insertIndexed(trx, dialect, indexed, end)
}

/** Does not wait for the disk: after a crash, the messages are indexed again. */
async function transact(context: Context, work: (trx: Queryable) => Promise<boolean>): Promise<boolean> {
  const { transactUnsynced, dialect } = context
  const { result } = await transactUnsynced(async (trx) => (await lockIndex(trx, dialect)) && work(trx))
  return result
}

/** Keeps the index up to date. Returns a function that stops it and waits for a batch in progress. */
export function scheduleMessageIndexing(context: Context): () => Promise<void> {
  const task = (stopping: AbortSignal) => indexMessages(context, stopping)
  return schedule(context.log, { name: 'indexing of messages', interval, task })
}
