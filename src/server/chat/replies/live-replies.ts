import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/core/context.ts'
import { waitAtMost } from '#server/core/wait-at-most.ts'
import { publishReply } from '../events/account-changes.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import { type EndedReply, savePartialReplies } from './queries.ts'
import type { ReplyJob } from './reply-job.ts'
import { saveEnd } from './save-end.ts'

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

/** The registry of the replies that this instance generates. It saves the text of all of them once a second, and each end. */
export class LiveReplies {
  readonly #context: Context
  readonly #live = new Map<string, LiveReply>()
  /** The saves of ends, by the ids of their replies. */
  readonly #ending = new Map<string, Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #isSavingPartials = false
  #isClosed = false
  /** Set when the server shuts down: new turns are rejected. */
  isDraining = false

  constructor(context: Context) {
    this.#context = context
    this.#timer = setInterval(() => void this.#savePartials(), saveInterval)
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
    this.#ending.set(id, this.#saveEnd({ id, conversationId, text, outcome, refund, reply, unsavedTimer, beginNext }))
    return reply.ended
  }

  async #savePartials(): Promise<void> {
    const { transactUnsynced, clock, log } = this.#context
    const partials = [...this.#live.values()].filter(({ id }) => !this.#ending.has(id))
    if (partials.length === 0 || this.#isSavingPartials) return
    this.#isSavingPartials = true
    try {
      const snapshots = partials.map(({ id, text }) => ({ id, text }))
      const stopped = await savePartialReplies(transactUnsynced, snapshots, clock.now())
      for (const id of stopped) this.#live.get(id)?.abortController.abort('stopped')
    } catch (error) {
      log.error({ err: error, replies: partials.length }, 'saving the text of replies failed; will retry')
    }
    this.#isSavingPartials = false
  }

  async #saveEnd(end: PendingEnd): Promise<void> {
    for (let attempt = 1; !this.#isClosed; attempt += 1) {
      try {
        await saveEnd(this.#context, end)
        return this.#announce(end)
      } catch (error) {
        const message = 'saving the end of a reply failed; it is tried until it succeeds'
        if (attempt === 1) this.#context.log.error({ err: error, reply: end.id }, message)
        await sleep(retryDelay)
      }
    }
  }

  /** Sends a saved end to the subscribers. In a scene, the next reply has begun by then and is named in it. */
  async #announce({ reply, outcome, refund, unsavedTimer, beginNext }: PendingEnd): Promise<void> {
    clearTimeout(unsavedTimer)
    this.#ending.delete(reply.id)
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
    const allSaved = allEnded().then(() => Promise.all(this.#ending.values()))
    await waitAtMost(lastSaveTimeout, allSaved)
    // The last events of the streams are written at the end of this iteration of the event loop.
    await setImmediate()
    clearInterval(this.#timer)
    this.#isClosed = true
    if (this.#live.size > 0) this.#context.log.error({ replies: this.#live.size }, 'replies could not be saved')
  }
}
