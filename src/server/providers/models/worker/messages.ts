import type { ChatErrorType } from '#shared/errors.ts'
import type { ModelRequest, ModelResult } from '../provider.ts'

/** What the server says to the thread. `id` numbers the replies of one thread. */
export type ToThread = { ask: number; request: ModelRequest } | { stop: number }

/** A `ModelFault` on its way between threads, where classes do not survive. */
export interface SentFault {
  errorType: ChatErrorType
  /** Without the provider's name before it. */
  message: string
  timeout: boolean
  retryAfter: number | null
  cause: string | null
}

export type Ending = { result: ModelResult } | { fault: SentFault } | { error: string }

/** What the thread says: that it listens, pieces of several replies at once, the end of one with what was left of it. */
export type FromThread =
  | { listening: true }
  | { pieces: [id: number, text: string][] }
  | { ended: number; text: string; ending: Ending }
