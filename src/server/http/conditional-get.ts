import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface TaggedJson {
  /** Encoded, since a cached body is sent more often than it is made. */
  body: Buffer
  etag: string
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

/** Sends JSON that the browser may keep and must revalidate; 304 without a body when it has this version. */
export function sendConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: TaggedJson,
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): `W/` is ignored on both sides. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}
