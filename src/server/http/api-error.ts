import { type ErrorBody, type ErrorCode, errorCatalogue } from '#shared/errors.ts'

type Details = Partial<Omit<ErrorBody, 'error' | 'code' | 'requestId'>>

/** An error of the catalogue (`shared/errors.ts`). Thrown anywhere; the error handler turns it into a response. */
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

/** The same error for a missing row and for one the viewer may not see. */
export const notFound = () => new ApiError('not_found')

/** The row that was found. Throws `not_found` where there is none. */
export function orNotFound<Row extends object>(row: Row | null | undefined): Row {
  if (!row) throw notFound()
  return row
}

/** What is to be saved was changed since the client read it. */
export const changedElsewhere = () => new ApiError('changed_elsewhere')

/** A validation error that a form shows at one of its fields. */
export function fieldError(field: string, message: string, cause?: unknown): ApiError {
  return new ApiError('validation_failed', { message, details: { fields: { [field]: message } }, cause })
}

/** A validation error of the fields of a request, with the first of its messages. */
export function fieldErrors(issues: readonly { path: readonly PropertyKey[]; message: string }[]): ApiError {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.join('.') || 'body'] ??= message
  const [first] = Object.values(fields)
  return new ApiError('validation_failed', { message: first, details: { fields } })
}
