import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#shared/errors.ts'
import type { ApiError } from './api-error.ts'

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

/** Whether clients of OpenAI's protocol read the answer. */
export const isOpenaiRequest = ({ url }: FastifyRequest): boolean => /^\/v1\b/.test(url)

export function sendOpenaiError(reply: FastifyReply, error: ApiError): FastifyReply {
  // A client that repeats the request would not get another answer today.
  if (error.code === 'quota_exceeded') reply.header('x-should-retry', 'false')
  return reply.status(error.status).send(viewError(error))
}
