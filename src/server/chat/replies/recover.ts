import type { Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import { refundTurn } from '../turns/daily-limit.ts'
import type { LiveReplies } from './live-replies.ts'
import { interruptReplies, listStreamingReplies, ownersOf } from './queries.ts'

/** A reply whose row has not changed for this long is abandoned: the instance that generates it saves it every second. */
const abandonedAfter = 15_000
/** The same for a row that, if the clocks agree, had not changed for that long when it was first seen. */
const confirmedAfter = 2_900
/** Short, so that a server which crashes again and again also finds them: it needs three sweeps in one run. */
const sweepInterval = 1_500

/**
 * Finds the replies of instances that died. Their rows no longer change, which an instance sees over several sweeps by
 * its own monotonic timer. Times of different machines, and of one before and after its clock was set, decide only how long
 * it looks: a server that is started again finds what it has abandoned itself after three sweeps.
 */
export class ReplyRecovery {
  readonly #context: Context
  readonly #liveReplies: LiveReplies
  /** By id: what the row said when it was first seen so, and when that was. */
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

  /** Interrupts every reply that this instance does not generate: right when no other instance uses the database. */
  async takeOver(): Promise<number> {
    const rows = await listStreamingReplies(this.#context.db)
    return this.#interrupt(rows.filter(({ id }) => !this.#liveReplies.find(id)))
  }

  /** Marks replies as interrupted and refunds those without text. */
  async #interrupt(replies: { id: string; updated_at: number }[]): Promise<number> {
    if (replies.length === 0) return 0
    const { transact, clock, db, log } = this.#context
    const interrupted = await interruptReplies(transact, replies, clock.now())
    const empty = interrupted.filter((reply) => reply.content === '').map((reply) => reply.id)
    if (empty.length > 0) {
      for (const { user_id, created_at } of await ownersOf(db, empty)) {
        await refundTurn(this.#context, user_id, created_at)
      }
    }
    if (interrupted.length > 0) log.warn({ replies: interrupted.length }, 'marked abandoned replies as interrupted')
    return interrupted.length
  }
}

/**
 * Interrupts the replies of a former process at once on SQLite, where only one process uses the database, and those of dead
 * instances periodically on PostgreSQL. Returns a function that stops it.
 */
export async function recoverReplies(context: Context, liveReplies: LiveReplies): Promise<() => Promise<void>> {
  const recovery = new ReplyRecovery(context, liveReplies)
  if (context.dialect === 'sqlite') {
    await recovery.takeOver()
    return async () => {}
  }
  return schedule(context.log, { name: 'reply recovery', interval: sweepInterval, task: () => recovery.sweep() })
}
