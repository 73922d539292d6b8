import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** A method and a path with its parameters, as the server declares it: `GET /api/characters/:id`. */
export type Route = `${string} ${string}`

/**
 * Records every route of the servers created from now on, in the order of declaration, whether or not the OpenAPI
 * document lists it. The files of the built client are left out, and so is `HEAD`, which exists for every `GET`.
 */
export function recordRoutes(): Route[] {
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
