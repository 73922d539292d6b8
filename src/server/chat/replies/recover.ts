import type { Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import { refundTurn } from '../limits/daily-limit.ts'
import type { LiveReplies } from './live-replies.ts'
import { interruptReplies, listOwners, listStreamingReplies } from './queries.ts'

/** Milliseconds without a change of its row after which a reply is abandoned. A live reply is saved every second. */
const abandonedAfter = 15_000
/** The same for a row that, by the clocks, had not changed for `abandonedAfter` when it was first seen. */
const confirmedAfter = 2_900
/** Short, because a server that crashes again and again must find abandoned replies too, which takes three sweeps. */
const sweepInterval = 1_500

/**
 * Finds the replies of instances that died: their rows no longer change. An instance sees this over several sweeps by
 * its own monotonic timer. Wall-clock times, which can differ between machines or be changed, only decide how long it
 * watches.
 */
export class ReplyRecovery {
  readonly #context: Context
  readonly #liveReplies: LiveReplies
  /** By id: `updated_at` of the row, and since when this instance has seen that value. */
  #seen = new Map<string, { updated_at: number; since: number }>()

  constructor(context: Context, liveReplies: LiveReplies) {
    this.#context = context
    this.#liveReplies = liveReplies
  }

  /** Interrupts the replies that no instance generates. */
  async sweep(): Promise<number> {
    const now = this.#context.clock.elapsed()
    const rows = (await listStreamingReplies(this.#context.db)).filter(({ id }) => !this.#liveReplies.find(id))
    const seen = rows.map((row) => {
      const before = this.#seen.get(row.id)
      return { ...row, since: before?.updated_at === row.updated_at ? before.since : now }
    })
    this.#seen = new Map(seen.map(({ id, updated_at, since }) => [id, { updated_at, since }]))
    const time = this.#context.clock.now()
    const isAbandoned = ({ since, updated_at }: { since: number; updated_at: number }) =>
      now - since >= (Math.abs(time - updated_at) >= abandonedAfter ? confirmedAfter : abandonedAfter)
    return this.#interrupt(seen.filter(isAbandoned))
  }

  /** Interrupts every reply that this instance does not generate. Only for a database that no other instance uses. */
  async takeOver(): Promise<number> {
    const rows = await listStreamingReplies(this.#context.db)
    return this.#interrupt(rows.filter(({ id }) => !this.#liveReplies.find(id)))
  }

  /** Marks replies as interrupted and refunds those without text. */
  async #interrupt(replies: { id: string; updated_at: number }[]): Promise<number> {
    if (replies.length === 0) return 0
    const { db, log, classifier } = this.#context
    const interrupted = await interruptReplies(this.#context, replies, { isUnchecked: classifier !== null })
    const empty = interrupted.filter((reply) => reply.content === '').map((reply) => reply.id)
    if (empty.length > 0) {
      for (const { user_id, created_at } of await listOwners(db, empty)) {
        await refundTurn(this.#context, user_id, created_at)
      }
    }
    if (interrupted.length > 0) log.warn({ replies: interrupted.length }, 'marked abandoned replies as interrupted')
    return interrupted.length
  }
}

/**
 * Interrupts the replies of dead instances: once on SQLite, where only one process uses the database, and periodically
 * on PostgreSQL. Returns a function that stops it.
 */
export async function recoverReplies(context: Context, liveReplies: LiveReplies): Promise<() => Promise<void>> {
  const recovery = new ReplyRecovery(context, liveReplies)
  if (context.dialect === 'sqlite') {
    await recovery.takeOver()
    return async () => {}
  }
  return schedule(context.log, { name: 'reply recovery', interval: sweepInterval, task: () => recovery.sweep() })
}
