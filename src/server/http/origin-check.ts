import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send. Browsers name themselves on every unsafe request (`Origin`,
 * `Sec-Fetch-Site`); a client that sends neither is no browser and carries no stolen cookie.
 */
export function rejectForeignOrigins(app: FastifyInstance, ownOrigins: () => ReadonlySet<string>): void {
  // Forms and `text/plain` can be posted across sites without a preflight; JSON cannot.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method)) return
    const { origin, 'sec-fetch-site': site } = request.headers
    if (origin !== undefined && !ownOrigins().has(origin)) throw new ApiError('foreign_origin')
    if (site === 'cross-site' || site === 'same-site') throw new ApiError('foreign_origin')
  })
}

/** The origins browsers may come from: the public one, or every name of this machine's loopback at the port. */
export function originsOf(publicUrl: string | undefined, port: number): Set<string> {
  if (publicUrl) return new Set([new URL(publicUrl).origin])
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`))
}
