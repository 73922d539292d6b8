import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#shared/errors.ts'
import { ApiError } from './api-error.ts'

/** The one place a fault becomes an answer. What is not ours is a 500 that gives nothing away but the request id. */
export function answerErrors(app: FastifyInstance): void {
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
