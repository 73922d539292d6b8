import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A weak ETag, since compression changes the bytes and not the content. */
export function weakEtag(content: string): string {
  return `W/"${hash('sha1', content, 'base64url')}"`
}

/** Sends JSON that the browser may keep and must revalidate; 304 without a body when it has this version. */
export function sendConditional(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag }: { json: string; etag: string },
): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

/** If-None-Match compares weakly (RFC 9110, 13.1.2): `W/` is ignored on both sides. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}
