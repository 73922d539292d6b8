import type { FastifyRequest } from 'fastify'

/** How every API key begins. Other bearer tokens are none of ours: some proxies add one to each request. */
export const keyPrefix = 'trp_'

/** The API key of a request, which then has no session. Routes for visitors ignore it. */
export function readApiKey({ headers, routeOptions }: FastifyRequest): string | null {
  const access = routeOptions.config?.access
  if (access === 'public' || access === 'optional') return null
  const [, token = ''] = /^Bearer +(\S{1,200})$/i.exec(headers.authorization ?? '') ?? []
  return token.startsWith(keyPrefix) ? token : null
}
