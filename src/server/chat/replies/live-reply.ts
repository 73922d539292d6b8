import type { MessageStatus, ReplyEvents, Usage } from '#shared/chat.ts'
import type { ChatErrorType } from '#shared/errors.ts'

/** How a reply ended: what becomes of its row, and what its readers are told. */
export interface Outcome {
  status: Extract<MessageStatus, 'complete' | 'interrupted' | 'failed'>
  usage: Usage | null
  model: string
  /** Set when something went wrong; a reader's own Stop is no fault. */
  fault: { errorType: ChatErrorType | null; userMessage: string; httpStatus: number } | null
}

export type Closing =
  | { event: 'done'; data: ReplyEvents['done'] }
  | { event: 'error'; httpStatus: number; data: ReplyEvents['error'] }

export interface Reader {
  /** More text; `at` is the length of the whole text after it. */
  onText(text: string, at: number): void
  onEnd(closing: Closing): void
}

/**
 * A reply while it is being written: its text so far, and whoever reads along. It lives from the moment its row is
 * committed until its end is, and knows nothing of requests: readers come and go.
 */
export class LiveReply {
  readonly id: string
  readonly conversationId: string
  readonly userId: string
  readonly userMessageId: string | null
  readonly abort = new AbortController()
  text = ''
  closing: Closing | null = null
  readonly #readers = new Set<Reader>()
  #markEnded: () => void = () => {}
  /** Resolves when the end is committed. */
  readonly ended = new Promise<void>((resolve) => {
    this.#markEnded = resolve
  })

  constructor(turn: { id: string; conversationId: string; userId: string; userMessageId: string | null }) {
    this.id = turn.id
    this.conversationId = turn.conversationId
    this.userId = turn.userId
    this.userMessageId = turn.userMessageId
  }

  append(text: string): void {
    if (text === '' || this.closing) return
    this.text += text
    for (const reader of this.#readers) reader.onText(text, this.text.length)
  }

  /** Told to the readers only after the row is committed: what they are told is true after any crash. */
  end(outcome: Outcome): void {
    if (this.closing) return
    this.closing = closingOf(this, this.text, outcome)
    for (const reader of this.#readers) reader.onEnd(this.closing)
    this.#readers.clear()
    this.#markEnded()
  }

  /** Reads along from `from` characters on: what is there at once, then what comes. Returns how to stop reading. */
  read(from: number, reader: Reader): () => void {
    if (from < this.text.length) reader.onText(this.text.slice(from), this.text.length)
    if (this.closing) {
      reader.onEnd(this.closing)
      return () => {}
    }
    this.#readers.add(reader)
    return () => void this.#readers.delete(reader)
  }
}

export function closingOf(
  reply: { id: string; conversationId: string },
  text: string,
  outcome: Pick<Outcome, 'status' | 'usage' | 'fault'>,
): Closing {
  const ids = { conversationId: reply.conversationId, messageId: reply.id, status: outcome.status }
  if (outcome.fault) {
    const { errorType, userMessage, httpStatus } = outcome.fault
    return { event: 'error', httpStatus, data: { errorType, userMessage, ...ids } }
  }
  return { event: 'done', data: { response: text, usage: outcome.usage, ...ids } }
}
