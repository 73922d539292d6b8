import { setImmediate } from 'node:timers/promises'
import type { Context } from '#server/core/context.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import { waitAtMost } from '#server/core/wait-at-most.ts'
import { publishReply } from '../events/account-changes.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import { type EndedReply, saveEndedReplies, savePartialReplies } from './queries.ts'
import type { ReplyJob } from './reply-job.ts'
import { saveFlagged } from './save-flagged.ts'

/** Milliseconds between two saves of the text so far. A crash loses at most this much of a reply. */
const saveInterval = 1_000
/** Milliseconds before a failed write is retried. Writes are retried until they succeed. */
const retryDelay = 500
/** Milliseconds after which subscribers are told that the end of a reply could not be saved yet. */
const unsavedAfter = 2_000
/** Milliseconds that a shutdown waits for the last save. */
const lastSaveTimeout = 2_500

/** The end as subscribers are sent it while it cannot be saved. Status and text are those that will be saved. */
function unsavedOutcome(outcome: Outcome): Outcome {
  const userMessage =
    'The server cannot use its storage at the moment. It will save this reply as soon as it can: reload the page to see whether it has.'
  return { ...outcome, error: { errorType: null, userMessage, httpStatus: 503 } }
}

/** The end of a reply that is not saved yet. */
interface PendingEnd extends EndedReply {
  reply: LiveReply
  beginNext: ReplyJob['beginNext']
  unsavedTimer: NodeJS.Timeout
}

/**
 * The registry of the replies that this instance generates. It saves the text of all of them once a second, and commits
 * their ends; ends that arrive while a commit is under way share the next one.
 */
export class LiveReplies {
  readonly #context: Context
  readonly #live = new Map<string, LiveReply>()
  readonly #ended = new Set<PendingEnd>()
  /** Ends that raise a flag, each with the promise of its save. */
  readonly #flagged = new Map<PendingEnd, Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #isPartialSaveDue = false
  #writing: Promise<void> | null = null
  #isClosed = false
  /** Set when the server shuts down: new turns are rejected. */
  isDraining = false

  constructor(context: Context) {
    this.#context = context
    this.#timer = setInterval(() => {
      if (this.#live.size === 0) return
      this.#isPartialSaveDue = true
      this.#write()
    }, saveInterval)
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

  add(reply: LiveReply): void {
    this.#live.set(reply.id, reply)
    // Published once the turn is on disk, so that other tabs never show a turn that a crash removes.
    reply.stored.then(
      () => publishReply(this.#context, reply),
      () => {},
    )
  }

  /**
   * Commits the end of a reply and removes the reply from the registry. Resolves when subscribers were sent the end, or
   * an error because it cannot be saved for now.
   */
  finish(
    reply: LiveReply,
    outcome: Outcome,
    { refund = null, beginNext }: { refund?: EndedReply['refund'] } & Pick<ReplyJob, 'beginNext'> = {},
  ): Promise<void> {
    const { id, conversationId, text } = reply
    const unsavedTimer = setTimeout(() => {
      reply.replace(text)
      reply.end(unsavedOutcome(outcome), refund !== null)
    }, unsavedAfter)
    const end = { id, conversationId, text, outcome, refund, reply, unsavedTimer, beginNext }
    if (outcome.flag) {
      this.#flagged.set(end, this.#saveFlagged(end, outcome.flag))
    } else {
      this.#ended.add(end)
      this.#write()
    }
    return reply.ended
  }

  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
    })
  }

  async #writeAll(): Promise<void> {
    // Ends that arrive in the same iteration of the event loop share a transaction.
    await setImmediate()
    while (!this.#isClosed && (this.#isPartialSaveDue || this.#ended.size > 0)) {
      try {
        if (this.#isPartialSaveDue) await this.#savePartials()
        if (this.#ended.size > 0) await this.#saveEnded()
      } catch (error) {
        this.#context.log.error({ err: error, ended: this.#ended.size }, 'saving replies failed; will retry')
        await new Promise((resolve) => setTimeout(resolve, retryDelay))
      }
    }
  }

  async #savePartials(): Promise<void> {
    const { transactUnsynced, clock } = this.#context
    const ending = new Set([...this.#ended, ...this.#flagged.keys()].map((reply) => reply.id))
    const partials = [...this.#live.values()].filter((reply) => !ending.has(reply.id))
    if (partials.length > 0) {
      const stopped = await savePartialReplies(
        transactUnsynced,
        partials.map(({ id, text }) => ({ id, text })),
        clock.now(),
      )
      for (const id of stopped) this.#live.get(id)?.abortController.abort('stopped')
    }
    this.#isPartialSaveDue = false
  }

  async #saveEnded(): Promise<void> {
    const ended = [...this.#ended]
    await this.#context.transact((trx) => saveEndedReplies(this.#context, trx, ended))
    for (const end of ended) void this.#announce(end)
  }

  /** Saved apart from the other ends, which would otherwise wait for the lock of the alerts. */
  async #saveFlagged(end: PendingEnd, flag: PolicyFlag): Promise<void> {
    while (!this.#isClosed) {
      try {
        await saveFlagged(this.#context, end, flag)
        return this.#announce(end)
      } catch (error) {
        this.#context.log.error({ err: error, reply: end.id }, 'saving a reply with its flag failed; will retry')
        await new Promise((resolve) => setTimeout(resolve, retryDelay))
      }
    }
  }

  /** Sends a saved end to the subscribers. In a scene, the next reply has begun by then and is named in it. */
  async #announce(end: PendingEnd): Promise<void> {
    const { reply, outcome, refund, unsavedTimer, beginNext } = end
    clearTimeout(unsavedTimer)
    this.#ended.delete(end)
    this.#flagged.delete(end)
    const next = beginNext && { next: await beginNext(outcome) }
    this.#live.delete(reply.id)
    reply.end({ ...outcome, ...next }, refund !== null)
    publishReply(this.#context, reply)
  }

  /**
   * Lets running replies finish for `timeout` milliseconds, then interrupts and saves the rest. Replies that cannot be
   * saved are left to the next start, with the text last saved.
   */
  async drain(timeout: number): Promise<void> {
    this.isDraining = true
    const allEnded = () => Promise.all([...this.#live.values()].map((reply) => reply.ended))
    await waitAtMost(timeout, allEnded())
    for (const reply of this.#live.values()) reply.abortController.abort('shutdown')
    const allSaved = allEnded().then(() => Promise.all([this.#writing, ...this.#flagged.values()]))
    await waitAtMost(lastSaveTimeout, allSaved)
    // The last events of the streams are written at the end of this iteration of the event loop.
    await setImmediate()
    clearInterval(this.#timer)
    this.#isClosed = true
    if (this.#live.size > 0) this.#context.log.error({ replies: this.#live.size }, 'replies could not be saved')
  }
}
