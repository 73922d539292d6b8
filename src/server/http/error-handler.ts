import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { classifyDatabaseError } from '#server/db/database-error.ts'
import { StorageError } from '#server/providers/storage/provider.ts'
import type { ErrorBody, ErrorCode } from '#shared/errors.ts'
import { ApiError, fieldErrors } from './api-error.ts'
import { describeIssue } from './describe-issue.ts'
import { isOpenaiRequest, sendOpenaiError } from './openai-error.ts'

/** Turns errors into responses. An unknown error is a 500 that shows nothing but the request id. */
export function setErrorHandling(app: FastifyInstance): void {
  z.config({ customError: describeIssue })
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(request, reply, toApiError(error, request)))
}

/** What the client is told of an error. One that is not known is logged. */
export function toApiError(error: FastifyError, request: FastifyRequest): ApiError {
  const known = asApiError(error)
  if (known) return known
  const kind = error instanceof StorageError ? 'pictures' : classifyDatabaseError(error)
  request.log.error({ err: error, requestId: request.id }, kind ? `storage error: ${kind}` : 'unexpected error')
  return kind ? storageError(request) : new ApiError('internal')
}

/** Seconds after which a client may retry: temporary outages usually last as long as a restart. */
const retryAfter = 2

function storageError({ method }: FastifyRequest): ApiError {
  const message = 'The server cannot read its storage at the moment. Please try again in a few seconds.'
  return new ApiError('storage_unavailable', { retryAfter, ...(method === 'GET' ? { message } : {}) })
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError): FastifyReply {
  if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter))
  if (isOpenaiRequest(request)) return sendOpenaiError(reply, error)
  return reply.status(error.status).send(errorBody(error, request.id))
}

/** Answers a URL that cannot be decoded. No hook runs for it, so the headers of hooks are set here. */
export function rejectBadUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  sendError(request, reply, new ApiError('bad_request'))
}

/** Answers invalid or unfinished HTTP on the socket. */
export function rejectConnection(error: { code?: string }, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = isTimeout ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify(errorBody(new ApiError(isTimeout ? 'request_timeout' : 'bad_request'), requestId))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Without this, a client that never closes its side would keep its data in memory.
  socket.destroySoon()
}

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  return { error: error.message, code: error.code, requestId, ...error.details }
}

function asApiError(error: FastifyError): ApiError | null {
  if (error instanceof ApiError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const issues = error.validation.map(({ instancePath, message = 'is not valid' }) => {
      return { path: instancePath.split('/').filter(Boolean), message }
    })
    return fieldErrors(issues)
  }
  const code = byStatus[error.statusCode ?? 500]
  return code ? new ApiError(code) : null
}

/** Errors of the framework: unreadable JSON, a body over the limit, an unsupported content type, an overloaded server. */
const byStatus: Record<number, ErrorCode | undefined> = {
  400: 'bad_request',
  404: 'not_found',
  413: 'payload_too_large',
  414: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'unavailable',
}
