import type { FastifyError, FastifyInstance } from 'fastify'
import type { ApiError } from '#server/http/api-error.ts'
import { toApiError } from '#server/http/error-handler.ts'
import type { ErrorCode } from '#shared/errors.ts'

const codes: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'invalid_api_key',
  invalid_key: 'invalid_api_key',
  quota_exceeded: 'insufficient_quota',
  held_back: 'content_filter',
  content_refused: 'content_filter',
  rate_limited: 'rate_limit_exceeded',
  too_many_requests: 'rate_limit_exceeded',
}

const noKey = 'Send one of your API keys as a bearer token. You create them on the account page of this site.'

/** An error as OpenAI's clients understand it. */
export function viewError({ code, status, message, details }: ApiError) {
  const type =
    code === 'quota_exceeded'
      ? 'insufficient_quota'
      : ({ 401: 'authentication_error', 403: 'permission_error', 429: 'rate_limit_error' }[status] ??
        (status >= 500 ? 'server_error' : 'invalid_request_error'))
  const [param = null] = Object.keys(details.fields ?? {})
  const known = code === 'not_found' && param === 'model' ? 'model_not_found' : codes[code]
  return { error: { message: code === 'unauthenticated' ? noKey : message, type, param, code: known ?? code } }
}

/** Sends the errors of all routes of this scope as `viewError`. */
export function setOpenaiErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = toApiError(thrown, request)
    if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter))
    // A client that repeats the request would not get another answer today.
    if (error.code === 'quota_exceeded') reply.header('x-should-retry', 'false')
    return reply.status(error.status).send(viewError(error))
  })
}
