import type { Context } from '#server/core/context.ts'
import { waitAtMost } from '#server/core/wait-at-most.ts'
import type { LiveReply, Outcome } from './live-reply.ts'
import { type EndedReply, savePartialReplies } from './queries.ts'
import { saveEnded, saveFlagged } from './save-ended.ts'

/** Milliseconds between two saves of the text so far: what a crash can lose of a reply. */
const saveInterval = 1_000
/** Milliseconds before failed writes are tried again; they are tried until they succeed. */
const retryDelay = 500
/** Milliseconds after which subscribers are told that the end of a reply is not saved yet. */
const unsavedAfter = 2_000
/** Milliseconds for saving what a shutdown interrupts. */
const lastSaveTimeout = 2_500

/** What subscribers are sent with an end that cannot be saved for now. Status and text are those that will be saved. */
function unsavedOutcome(outcome: Outcome): Outcome {
  const userMessage =
    'The server cannot use its storage at the moment. It will save this reply as soon as it can: reload the page to see whether it has.'
  return { ...outcome, error: { errorType: null, userMessage, httpStatus: 503 } }
}

/** The end of a reply that is not saved yet. */
interface PendingEnd extends EndedReply {
  reply: LiveReply
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
  }

  /**
   * Commits the end of a reply and removes it from the registry. Resolves when its subscribers have been sent the end, or
   * an error when it cannot be saved for now.
   */
  finish(reply: LiveReply, outcome: Outcome, refund: EndedReply['refund'] = null): Promise<void> {
    const { id, conversationId, text } = reply
    const unsavedTimer = setTimeout(() => {
      reply.replace(text)
      reply.end(unsavedOutcome(outcome))
    }, unsavedAfter)
    this.#ended.add({ id, conversationId, text, outcome, refund, reply, unsavedTimer })
    this.#write()
    return reply.ended
  }

  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
    })
  }

  async #writeAll(): Promise<void> {
    // Ends that arrive in the same turn of the event loop share a transaction.
    await new Promise((resolve) => setImmediate(resolve))
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
    const ending = new Set([...this.#ended].map((reply) => reply.id))
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
    const unflagged = ended.filter(({ outcome }) => !outcome.flag)
    if (unflagged.length > 0) await saveEnded(this.#context, unflagged)
    this.#announce(unflagged)
    for (const end of ended) {
      if (!end.outcome.flag) continue
      await saveFlagged(this.#context, end, end.outcome.flag)
      this.#announce([end])
    }
  }

  /** Sends the ends, which are saved, to the subscribers. */
  #announce(ended: PendingEnd[]): void {
    for (const end of ended) {
      const { reply, outcome, unsavedTimer } = end
      clearTimeout(unsavedTimer)
      this.#ended.delete(end)
      this.#live.delete(reply.id)
      reply.end(outcome)
    }
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
    const allSaved = allEnded().then(() => this.#writing)
    await waitAtMost(lastSaveTimeout, allSaved)
    clearInterval(this.#timer)
    this.#isClosed = true
    if (this.#live.size > 0) this.#context.log.error({ replies: this.#live.size }, 'replies could not be saved')
  }
}
