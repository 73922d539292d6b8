import type { Expression } from '#engine/expressions/expression.ts'
import { estimateTokens } from '#engine/prompt/estimate.ts'
import type { Prompt } from '#engine/prompt/input.ts'
import type { PolicyFlag } from '#server/core/policy-flag.ts'
import type { ReceiptsTable } from '#server/db/schema/conversations.ts'
import type { FinishReason, MessageStatus, NextReply, Usage } from '#shared/chat.ts'
import type { ChatErrorType } from '#shared/errors.ts'
import type { ReplyEvents } from '#shared/reply-events.ts'
import type { RequestPart } from './stored-request.ts'

/** How a reply ended: what its row says, and what subscribers are sent. */
export interface Outcome {
  status: Extract<MessageStatus, 'complete' | 'interrupted' | 'failed' | 'redacted'>
  finish: FinishReason | null
  usage: Usage | null
  model: string
  /** Whether the classifier did not answer for a part of the turn. */
  isUnchecked?: boolean
  /** Set when something went wrong; a stop by the user is no error. */
  error: { errorType: ChatErrorType | null; userMessage: string; httpStatus: number; rule?: string } | null
  /** The budget of the history, in tokens, if a part of it is to be summed up. */
  memoryDue?: number | null
  receipt?: Receipt | null
  expression?: Expression | null
  /** The flag that is raised in the transaction that saves the end. */
  flag?: PolicyFlag | null
  /** In a scene: the reply that follows without another message of the user. */
  next?: NextReply | null
}

/** What a reply was written from; stored with its end. It is kept as JSON while the reply is generated. */
export interface Receipt extends Pick<ReceiptsTable, 'anchor_id' | 'inserts' | 'details' | 'request'> {
  /** The parts of its request that the conversation does not have yet. */
  parts: RequestPart[]
  next: Prompt['next']
}

/** The message at which the history of the next prompt is expected to begin. */
export const findHorizon = ({ anchor_id, next }: Receipt, reply: string): string | null =>
  estimateTokens(reply) > next.room ? next.anchor : anchor_id

/** The last event of a reply's stream. */
export type ReplyEnd =
  | { event: 'done'; data: ReplyEvents['done'] }
  | { event: 'error'; httpStatus: number; data: ReplyEvents['error'] }

export interface ReplySubscriber {
  /** More text; `length` is the length of the whole text including it, in UTF-16 code units. */
  onText(text: string, length: number): void
  /** The whole text so far, in place of what was sent before. */
  onReplace(text: string): void
  /** The model server is loading its model; called before the first text. */
  onLoading(): void
  onEnd(end: ReplyEnd): void
}

export interface ReplyIds {
  id: string
  conversationId: string
  userId: string
  userMessageId: string | null
  /** In a scene: the character that speaks. */
  speakerId?: string
}

/**
 * A reply while it is generated: its text so far and its subscribers. It exists from the write of its row until its end
 * is committed, independently of any request.
 */
export class LiveReply implements ReplyIds {
  readonly id: string
  readonly conversationId: string
  readonly userId: string
  readonly userMessageId: string | null
  readonly speakerId: string | undefined
  /** Resolves once the turn is on disk, else rejects. The model is called meanwhile; nothing is sent before. */
  readonly stored: Promise<void>
  /**
   * Aborted with the reason `stopped` (by the user), `shutdown`, `lost` (the turn could not be stored) or `complete` (the
   * rest of what the model says is not part of the reply).
   */
  readonly abortController = new AbortController()
  text: string
  /** The expression that the model has named; null without one. */
  expression: Expression | null = null
  /** What it is written from; null until the model has been asked, and for a draft. It never rejects. */
  receipt: Promise<Receipt> | null = null
  /** Whether text that was sent has been replaced: a subscriber that comes back may have the old one. */
  #wasReplaced = false
  #isLoading = false
  replyEnd: ReplyEnd | null = null
  readonly #subscribers = new Set<ReplySubscriber>()
  #resolveEnded: () => void = () => {}
  /** Resolves when the end is committed. */
  readonly ended = new Promise<void>((resolve) => {
    this.#resolveEnded = resolve
  })

  /** `text`: the existing text, when the model continues a reply. */
  constructor({ id, conversationId, userId, userMessageId, speakerId }: ReplyIds, stored: Promise<void>, text = '') {
    this.id = id
    this.conversationId = conversationId
    this.userId = userId
    this.userMessageId = userMessageId
    this.speakerId = speakerId
    this.text = text
    this.stored = stored
    stored.catch(() => this.abortController.abort('lost'))
  }

  append(text: string): void {
    if (text === '' || this.replyEnd) return
    this.text += text
    for (const subscriber of this.#subscribers) subscriber.onText(text, this.text.length)
  }

  /** Replaces the text, when what was sent turns out not to be part of the reply. */
  replace(text: string): void {
    if (this.replyEnd) return
    this.text = text
    this.#wasReplaced = true
    for (const subscriber of this.#subscribers) subscriber.onReplace(text)
  }

  markLoading(): void {
    this.#isLoading = true
    for (const subscriber of this.#subscribers) subscriber.onLoading()
  }

  /** To be called once the end is on disk: what subscribers are sent is then true after any crash. */
  end(outcome: Outcome, isRefunded: boolean): void {
    if (this.replyEnd) return
    this.replyEnd = createReplyEnd(this, this.text, {
      ...outcome,
      horizonId: outcome.receipt && findHorizon(outcome.receipt, this.text),
      isRefunded,
    })
    for (const subscriber of this.#subscribers) subscriber.onEnd(this.replyEnd)
    this.#subscribers.clear()
    this.#resolveEnded()
  }

  /**
   * Sends the text after the first `from` code units at once, then what is appended, then the end. Returns a function
   * that unsubscribes.
   */
  subscribe(from: number, subscriber: ReplySubscriber): () => void {
    if (this.#wasReplaced && from > 0) subscriber.onReplace(this.text)
    else if (from < this.text.length) subscriber.onText(this.text.slice(from), this.text.length)
    else if (this.#isLoading && this.text === '') subscriber.onLoading()
    if (this.replyEnd) {
      subscriber.onEnd(this.replyEnd)
      return () => {}
    }
    this.#subscribers.add(subscriber)
    return () => void this.#subscribers.delete(subscriber)
  }
}

export function createReplyEnd(
  reply: { id: string; conversationId: string },
  text: string,
  outcome: Pick<Outcome, 'status' | 'finish' | 'usage' | 'error' | 'isUnchecked' | 'expression' | 'next'> & {
    isRefunded: boolean
    horizonId?: string | null | undefined
  },
): ReplyEnd {
  const ids = { conversationId: reply.conversationId, messageId: reply.id, status: outcome.status }
  const { finish, usage, isRefunded, isUnchecked = false } = outcome
  if (outcome.error) {
    const { httpStatus, ...error } = outcome.error
    return { event: 'error', httpStatus, data: { ...error, finish, refunded: isRefunded, ...ids } }
  }
  const { next, horizonId, expression } = outcome
  const optional = { horizonId: horizonId ?? undefined, expression: expression ?? undefined }
  const data = { response: text, finish, usage, unchecked: isUnchecked, ...optional, ...ids }
  return { event: 'done', data: next === undefined ? data : { ...data, next } }
}
