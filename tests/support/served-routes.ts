import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** A method and an address with its parameters, as in the server's own words: `GET /api/characters/:id`. */
export type Route = `${string} ${string}`

/**
 * Every route of the servers made from now on, in the order they were declared, whether or not the API's document
 * lists it. Left out are the files of the built client, and `HEAD`, which stands beside every `GET`.
 */
export function watchRoutes(): Route[] {
  const routes: Route[] = []
  diagnostics.subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      if (isClientFile(url)) return
      for (const verb of [method].flat()) {
        const route: Route = `${verb} ${url}`
        if (verb !== 'HEAD' && !routes.includes(route)) routes.push(route)
      }
    })
  })
  return routes
}

const isClientFile = (url: string) => !/^\/api\/|[:*]/.test(url) && /\.[a-z0-9]+$/i.test(url)

export const isMutating = (route: Route): boolean => !route.startsWith('GET ')
