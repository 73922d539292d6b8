import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A window of 64 kB: a larger one takes memory that has to be cleared first, three times as long as compressing a list. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 } }
const brotli = promisify(brotliCompress)
const compressors = {
  br: (body: Buffer) => brotli(body, brotliOptions),
  gzip: promisify(gzip),
}
type Encoding = keyof typeof compressors
/** Bytes. Smaller bodies are not worth compressing. */
const compressionThreshold = 1024

/** A JSON body and its ETag. */
export interface TaggedJson {
  /** Encoded, since a cached body is sent more often than it is made. */
  body: Buffer
  etag: string
  /** For a cached body: its compressed forms, each made on first use. Compressing costs ten times what sending does. */
  compressed?: Map<Encoding, Promise<Buffer>>
}

/** `headers` are those that belong to the content: a browser that gets a 304 keeps the ones it has stored. */
export function tagJson(value: unknown, headers = ''): TaggedJson {
  const body = Buffer.from(JSON.stringify(value))
  // Weak, since compression changes the bytes and not the content.
  return {
    body,
    etag: `W/"${hash('sha1', headers ? Buffer.concat([Buffer.from(headers), body]) : body, 'base64url')}"`,
  }
}

/**
 * Sends JSON that the browser may cache and must revalidate, or a 304 without a body when it has this version. Both
 * have `headers`, which belong to the content.
 */
export async function sendConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, compressed }: TaggedJson,
  headers: Record<string, string> = {},
): Promise<FastifyReply> {
  // The responses of one iteration of the event loop are written together: a page is read a third more often.
  await new Promise<void>((resolve) => setImmediate(resolve))
  const tagged = { etag, 'cache-control': 'private, no-cache', ...headers }
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).headers(tagged).send()
  reply.headers(tagged)
  reply.type('application/json; charset=utf-8')
  const encoding = compressed && body.length >= compressionThreshold ? acceptedEncoding(request) : null
  let bytes = body
  if (compressed && encoding) {
    const compressing = compressed.get(encoding) ?? compressors[encoding](body)
    compressed.set(encoding, compressing)
    bytes = await compressing
    reply.headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
  }
  return reply.send(bytes)
}

/** Headers with weights, which browsers do not send, are left to the compression plugin. */
export function acceptedEncoding({ headers: { 'accept-encoding': header = '' } }: FastifyRequest): Encoding | null {
  if (header.includes(';')) return null
  const accepted = header.split(',').map((name) => name.trim())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): `W/` is ignored on both sides. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  // What browsers send: the ETag as they got it.
  if (header === etag) return true
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}
