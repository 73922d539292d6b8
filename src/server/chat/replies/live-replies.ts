import type { Context } from '#server/core/context.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import { type EndedReply, writeReplies } from './queries.ts'

/** What a live reply has said is on disk at most this much later, in milliseconds. */
const flushEvery = 1000
/** After a database fault: wait this long, then try the same writes again. Nothing is given up. */
const retryAfter = 500

/**
 * Where this instance keeps the replies it is writing. Text goes to disk once a second for all of them together, an
 * end as soon as the writer is free; ends that arrive while one transaction runs share the next.
 */
export class LiveReplies {
  readonly #context: Context
  readonly #live = new Map<string, LiveReply>()
  #ended: (EndedReply & { reply: LiveReply })[] = []
  readonly #timer: NodeJS.Timeout
  #due = false
  #writing: Promise<void> | null = null
  /** No new turns are taken: the server is about to stop. */
  draining = false

  constructor(context: Context) {
    this.#context = context
    this.#timer = setInterval(() => {
      if (this.#live.size === 0) return
      this.#due = true
      this.#write()
    }, flushEvery)
    this.#timer.unref()
  }

  get size(): number {
    return this.#live.size
  }

  find(id: string): LiveReply | undefined {
    return this.#live.get(id)
  }

  ids(): string[] {
    return [...this.#live.keys()]
  }

  open(reply: LiveReply): void {
    this.#live.set(reply.id, reply)
  }

  /** Commits the end of a reply, then tells its readers. Resolves when both are done. */
  close(reply: LiveReply, outcome: Outcome): Promise<void> {
    const { id, conversationId, text } = reply
    this.#ended.push({ id, conversationId, text, outcome, reply })
    this.#write()
    return reply.ended
  }

  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
    })
  }

  async #writeAll(): Promise<void> {
    // One turn of the event loop: ends that belong to the same instant share a transaction.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#due || this.#ended.length > 0) {
      const ended = this.#ended
      this.#ended = []
      const due = this.#due
      this.#due = false
      try {
        await writeReplies(this.#context.transact, due ? this.#partials(ended) : [], ended, this.#context.clock.now())
      } catch (error) {
        this.#context.log.error({ err: error, ended: ended.length }, 'replies could not be written; trying again')
        this.#ended.unshift(...ended)
        this.#due ||= due
        await new Promise((resolve) => setTimeout(resolve, retryAfter))
        continue
      }
      for (const { reply, outcome } of ended) {
        this.#live.delete(reply.id)
        reply.end(outcome)
      }
    }
  }

  #partials(ended: EndedReply[]): { id: string; text: string }[] {
    const ending = new Set(ended.map((reply) => reply.id))
    return [...this.#live.values()].filter((reply) => !ending.has(reply.id)).map(({ id, text }) => ({ id, text }))
  }

  /** Lets running replies finish for `patience` milliseconds, then ends the rest as interrupted, all saved. */
  async drain(patience: number): Promise<void> {
    this.draining = true
    const all = () => Promise.all([...this.#live.values()].map((reply) => reply.ended))
    let timer: NodeJS.Timeout | undefined
    const patienceEnds = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    await Promise.race([all(), patienceEnds])
    clearTimeout(timer)
    for (const reply of this.#live.values()) reply.abort.abort('shutdown')
    await all()
    clearInterval(this.#timer)
  }
}
