import type { ChatErrorType } from '#shared/errors.ts'
import type { ModelRequest, ModelResult } from '../provider.ts'

/** From the server to the worker. `id` numbers the replies of one worker. */
export type WorkerRequest = { type: 'generate'; id: number; request: ModelRequest } | { type: 'abort'; id: number }

/** A `ModelError` between threads: structured clone does not keep classes. */
export interface SerializedModelError {
  errorType: ChatErrorType
  /** Without the provider's id before it. */
  message: string
  timeout: boolean
  retryAfter: number | null
  cause: string | null
}

export type ReplyEnd = { result: ModelResult } | { modelError: SerializedModelError } | { error: string }

/** From the worker to the server. */
export type WorkerEvent =
  | { type: 'ready' }
  /** Text of several replies. */
  | { type: 'text'; pieces: [id: number, text: string][] }
  /** The end of one reply, with its remaining text. */
  | { type: 'end'; id: number; text: string; end: ReplyEnd }
