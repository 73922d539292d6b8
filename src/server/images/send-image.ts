import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#server/http/api-error.ts'
import { errorBody } from '#server/http/error-handler.ts'
import { openEventStream, wantsEventStream } from '#server/http/sse.ts'
import type { GenerateOptions } from '#server/providers/images/provider.ts'
import type { ImageEvents, ImageResponse } from '#shared/images.ts'

/**
 * Runs `generate` and sends the image as JSON, or with its progress as an event stream. A client that hangs up cancels
 * the image.
 */
export async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  generate: (options: GenerateOptions) => Promise<ImageResponse>,
): Promise<ImageResponse> {
  const clientGone = new AbortController()
  reply.raw.on('close', () => clientGone.abort())
  if (!wantsEventStream(request)) {
    return generate({ signal: clientGone.signal }).catch((error: unknown) => {
      // The client has disconnected. That is no unexpected error, so it is not logged as one.
      throw clientGone.signal.aborted ? new ApiError('bad_request') : error
    })
  }
  const stream = openEventStream(request, reply)
  const send = <Name extends keyof ImageEvents>(name: Name, data: ImageEvents[Name]) => stream.send(name, '', data)
  try {
    send(
      'done',
      await generate({ signal: clientGone.signal, onProgress: (progress) => send('progress', { progress }) }),
    )
  } catch (error) {
    if (!clientGone.signal.aborted && !(error instanceof ApiError)) {
      request.log.error({ err: error, requestId: request.id }, 'unexpected error')
    }
    send('error', errorBody(error instanceof ApiError ? error : new ApiError('internal'), request.id))
  } finally {
    stream.end()
  }
  // The connection was taken over from Fastify, which sends nothing more.
  return reply as never
}
