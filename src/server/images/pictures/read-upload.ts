import type { FastifyRequest } from 'fastify'
import { ApiError } from '#server/http/api-error.ts'
import { imageLimits, imageMessages } from '#shared/images.ts'

/** Milliseconds. A slower upload is disconnected, since it keeps one of the few pictures held at once. */
const uploadTimeout = 30_000

/** Reads the single file of a multipart form, up to the upload limit. */
export async function readUpload(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type', { message: imageMessages.missing })
  const timer = setTimeout(() => request.raw.destroy(), uploadTimeout)
  try {
    const part = await request.file({ limits: { fileSize: imageLimits.uploadBytes, files: 1, fields: 4, parts: 5 } })
    if (part === undefined || part.fieldname !== 'file') throw missing()
    return await part.toBuffer()
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (codeOf(error) === 'FST_REQ_FILE_TOO_LARGE') {
      throw new ApiError('payload_too_large', { message: imageMessages.tooHeavy })
    }
    throw missing(error)
  } finally {
    clearTimeout(timer)
  }
}

function missing(cause?: unknown): ApiError {
  return new ApiError('bad_request', { message: imageMessages.missing, cause })
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
