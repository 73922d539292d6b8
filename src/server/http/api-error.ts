import { type ErrorBody, type ErrorCode, errorCatalogue } from '#shared/errors.ts'

type Details = Partial<Pick<ErrorBody, 'fields' | 'userMessage' | 'errorType' | 'conversationId' | 'messageId'>>

/** A refusal out of the catalogue: thrown anywhere, answered by the one error handler. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Details
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode,
    options: { message?: string; status?: number; details?: Details; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(
      options.message ?? errorCatalogue[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    )
    this.code = code
    this.status = options.status ?? errorCatalogue[code].status
    this.details = options.details ?? {}
    this.retryAfter = options.retryAfter ?? null
  }
}

/** Missing and forbidden are told alike. */
export const notFound = () => new ApiError('not_found')
