import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#shared/errors.ts'
import { ApiError } from './api-error.ts'

/** The one place a fault becomes an answer. What is not ours is a 500 that gives nothing away but the request id. */
export function setErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asApiError(error)
    if (!known) request.log.error({ err: error, requestId: request.id }, 'unexpected fault')
    return sendError(request, reply, known ?? new ApiError('internal'))
  })
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter))
  return reply.status(error.status).send(errorBody(error, request.id))
}

/** An address that cannot be decoded: it meets no route and no hook, so that what they add is added here. */
export function rejectBadUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  sendError(request, reply, new ApiError('bad_request'))
}

/** What is not HTTP, or never ends: there is no request yet to reply to, only a socket. */
export function rejectConnection(error: Error & { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const line =
    { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' }[
      error.code ?? ''
    ] ?? '400 Bad Request'
  const body = JSON.stringify(errorBody(new ApiError('bad_request'), requestId))
  const head = [
    `HTTP/1.1 ${line}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  return { error: error.message, code: error.code, requestId, ...error.details }
}

function asApiError(error: FastifyError): ApiError | null {
  if (error instanceof ApiError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const issue of error.validation) {
      const field = issue.instancePath.split('/').filter(Boolean).join('.') || 'body'
      fields[field] ??= issue.message ?? 'is not valid'
    }
    const [first] = Object.values(fields)
    return new ApiError('validation_failed', { ...(first ? { message: first } : {}), details: { fields } })
  }
  const code = byStatus[error.statusCode ?? 500]
  return code ? new ApiError(code) : null
}

/** Faults of the framework itself: unreadable JSON, a body over the limit, a foreign content type, a busy server. */
const byStatus: Record<number, ErrorCode | undefined> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'payload_too_large',
  414: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
}
