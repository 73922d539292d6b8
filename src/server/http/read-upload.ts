import type { FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

interface UploadLimits {
  /** Bytes. */
  max: number
  messages: { missing: string; tooHeavy: string }
}

/** Reads the single file of a multipart form, up to the upload limit. The server's `requestTimeout` ends a slow one. */
export async function readUpload(request: FastifyRequest, { max, messages }: UploadLimits): Promise<Uint8Array> {
  const tooHeavy = () => new ApiError('payload_too_large', { message: messages.tooHeavy })
  const missing = (cause?: unknown) => new ApiError('bad_request', { message: messages.missing, cause })
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type', { message: messages.missing })
  try {
    const part = await request.file({ limits: { fileSize: max, files: 1, fields: 4, parts: 5 } })
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

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
