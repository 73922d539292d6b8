import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { sendError } from './error-handler.ts'

const year = 365 * 24 * 60 * 60 * 1000

/**
 * The built client: hashed files for ever, the page itself never cached. Any page address is the page (the client has
 * the routes); anything else that is not there is a 404. Whoever brings no session gets a page that was rendered ahead,
 * so that it paints at once; everyone else never sees a flash of it.
 */
export async function serveClient(
  app: FastifyInstance,
  folder: string,
  hasSession: (request: FastifyRequest) => boolean,
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
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) return sendError(request, reply, new ApiError('not_found'))
    if (!built)
      return reply.type('text/plain').send('The client is not built yet: run `npm start`, or `npm run dev`.\n')
    return sendPage(reply, hasSession(request) ? playerPage(request) : visitorPage(request))
  })
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}

function isPage(request: FastifyRequest): boolean {
  const pathname = pathOf(request)
  const isRead = (request.method === 'GET' || request.method === 'HEAD') && pathname.startsWith('/')
  return isRead && !/^\/(?:api|portraits|files|assets|ws)(?:\/|$)/.test(pathname) && !/\.[a-z0-9]{2,5}$/i.test(pathname)
}

/** Rendered when the client is built: scripts/client-build. */
function visitorPage(request: FastifyRequest): string {
  return pathOf(request) === '/subscribe' ? 'subscribe.html' : 'landing.html'
}

/** The same page, but at the door it fetches the home page's own code and characters along with it. */
function playerPage(request: FastifyRequest): string {
  return pathOf(request) === '/' ? 'home.html' : 'index.html'
}

function sendPage(reply: FastifyReply, file: string) {
  return reply.headers({ 'cache-control': 'no-cache', vary: 'cookie' }).sendFile(file)
}
