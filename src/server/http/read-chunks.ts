import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from './api-error.ts'

/**
 * Reads a large body without joining its chunks. Other requests are answered between any two: Node reads up to 2 MB of each
 * connection at once, and 20 clients of a fast network would hold the event loop for a tenth of a second.
 */
export async function readChunks(request: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer>[]> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new ApiError('payload_too_large')
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const chunk of readWithPauses(request)) {
    length += chunk.length
    if (length > limit) throw new ApiError('payload_too_large')
    chunks.push(chunk)
  }
  return chunks
}

/** Reads the rest of a body without keeping it: a client that is still sending would not read the response. */
export async function discardRest(request: IncomingMessage): Promise<void> {
  request.resume()
  await finished(request).catch(() => {})
}

/** The connection stays open when the reader stops: it still sends the response. */
async function* readWithPauses(request: IncomingMessage): AsyncGenerator<Buffer<ArrayBuffer>> {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      yield chunk
      await setImmediate()
    }
  } catch {
    // The client is gone.
    throw new ApiError('bad_request')
  }
}
