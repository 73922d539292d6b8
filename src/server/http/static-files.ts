import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { namePlace } from '#shared/home-page.ts'
import { notFound } from './api-error.ts'
import { sendError } from './error-handler.ts'

const year = 365 * 24 * 60 * 60 * 1000

/** As much as a page has to know about whoever asks for it. */
export interface PageUser {
  name: string
  /** Their account waits to be deleted. */
  isLeaving: boolean
}

/**
 * The built client: hashed files for ever, the page itself never cached. Any page address is the page (the client has
 * the routes); anything else that is not there is a 404. Whoever has no session gets a page that was rendered ahead, so
 * that it paints at once; everyone else never sees a flash of it, and at the door is greeted by name before any script.
 */
export async function serveClient(
  app: FastifyInstance,
  folder: string,
  findPageUser: (request: FastifyRequest) => Promise<PageUser | null | undefined>,
): Promise<void> {
  const built = existsSync(path.join(folder, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(response, file) {
        const hashed = file.includes(`${path.sep}assets${path.sep}`)
        response.header('cache-control', hashed ? `public, max-age=${year / 1000}, immutable` : 'no-cache')
      },
    })
  }
  const home = built ? readFileSync(path.join(folder, 'home.html'), 'utf8') : ''
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (!isPage(request)) throw notFound()
    if (!built)
      return reply.type('text/plain').send('The client is not built yet: run `npm start`, or `npm run dev`.\n')
    reply.headers({ 'cache-control': 'no-cache', vary: 'cookie' })
    const guest = await findPageUser(request)
    if (guest === null) return reply.sendFile(visitorPage(request))
    if (!guest || guest.isLeaving || pathOf(request) !== '/') return reply.sendFile('index.html')
    reply.header('cache-control', 'private, no-cache').type('text/html; charset=utf-8')
    return reply.send(home.replace(namePlace, () => asText(guest.name)))
  })
  app.setNotFoundHandler((request, reply) => sendError(request, reply, notFound()))
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

function isPage(request: FastifyRequest): boolean {
  const pathname = pathOf(request)
  return !/^\/(?:api|portraits|files|assets|ws)(?:\/|$)/.test(pathname) && !/\.[a-z0-9]{2,5}$/i.test(pathname)
}

/** Rendered when the client is built: scripts/client-build. */
function visitorPage(request: FastifyRequest): string {
  return pathOf(request) === '/subscribe' ? 'subscribe.html' : 'landing.html'
}

const asText = (name: string) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
