import type { FastifyRequest } from 'fastify'
import { ApiError } from '#server/http/api-error.ts'
import { imageLimits, imageMessages } from '#shared/images.ts'

/** Reads the single file of a multipart form, up to the upload limit. The server's `requestTimeout` ends a slow one. */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type', { message: imageMessages.missing })
  try {
    const part = await request.file({ limits: { fileSize: imageLimits.uploadBytes, files: 1, fields: 4, parts: 5 } })
    if (part === undefined || part.fieldname !== 'file') throw missing()
    const bytes = await part.toBuffer()
    // `toBuffer` does not notice when the limit falls between two chunks.
    if (part.file.truncated) throw tooHeavy()
    return bytes
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw codeOf(error) === 'FST_REQ_FILE_TOO_LARGE' ? tooHeavy() : missing(error)
  }
}

function tooHeavy(): ApiError {
  return new ApiError('payload_too_large', { message: imageMessages.tooHeavy })
}

function missing(cause?: unknown): ApiError {
  return new ApiError('bad_request', { message: imageMessages.missing, cause })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
