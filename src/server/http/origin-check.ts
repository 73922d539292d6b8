import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'
import { readApiKey } from './read-api-key.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects cross-site requests (CSRF). Browsers send `Origin` or `Sec-Fetch-Site` with every unsafe request; a client
 * that sends neither is not a browser, so no other site can make it use a cookie. With an API key no cookie is read.
 */
export function rejectForeignOrigins(app: FastifyInstance, ownOrigins: () => ReadonlySet<string>): void {
  // `text/plain` can be posted across sites without a preflight; JSON cannot.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', (request, _reply, done) => {
    if (safeMethods.has(request.method) || readApiKey(request) !== null) return done()
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign = origin !== undefined && !ownOrigins().has(origin)
    done(isForeign || site === 'cross-site' || site === 'same-site' ? new ApiError('foreign_origin') : undefined)
  })
}

/** The instance's own origins: the public one, or every loopback name at the port. */
export function originsOf(publicUrl: string | undefined, port: number): Set<string> {
  if (publicUrl) return new Set([new URL(publicUrl).origin])
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`))
}
