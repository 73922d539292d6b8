import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPages, pagePath } from '#shared/page-path.ts'
import type { Site } from '#shared/site.ts'
import { sitePageNames } from '#shared/site-page-names.ts'
import { ApiError, notFound } from './api-error.ts'
import { fillCharacterPage, type SharedCharacter, sharedCharacterId } from './character-page.ts'
import { sendError } from './error-handler.ts'
import { fillSite, isDefaultSite } from './site-html.ts'

const year = 365 * 24 * 60 * 60

interface PageDeps {
  mayHaveSession: (request: FastifyRequest) => Promise<boolean>
  /** The character of a shared link, if visitors may see it. */
  findSharedCharacter: (id: string) => Promise<SharedCharacter | null>
  /** The origins that may frame the chat with an embedded character, by its token; null for a token that is not known. */
  findEmbedOrigins: (token: string) => Promise<string[] | null>
  readSite: () => Site
  /** The origin of the addresses in previews of links; by default that of the request. */
  publicUrl: string | undefined
  /** The Content-Security-Policy of a page of the application, given the one of all pages. */
  contentPolicy: (url: string, policy: string) => string
}

/**
 * Serves the built client. Hashed files are cached for a year, pages never. Every page address answers with a page (the
 * client routes); any other path is a 404, for browsers with the application. A signed-out visitor gets a prerendered page,
 * which paints before any script runs, and a signed-in user the application.
 */
export async function serveClient(app: FastifyInstance, folder: string, pages: PageDeps): Promise<void> {
  app.setNotFoundHandler((request, reply) => sendError(request, reply, unknownRoute(request)))
  // A scope of its own, because the plugin's routes cannot declare their access.
  await app.register(async (scope) => {
    scope.decorate('pluginAccess', 'public')
    if (existsSync(path.join(folder, 'index.html'))) await servePages(scope, folder, pages)
    else explainMissingClient(scope)
  })
}

async function servePages(app: FastifyInstance, folder: string, pages: PageDeps): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    // Sent by the route below. The plugin's own routes, one for each file, take 3 MB.
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      response.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  app.setErrorHandler<FastifyError>((error) => {
    // The plugin refuses folders and `..`.
    throw error.statusCode === 403 ? notFound() : error
  })
  const landing = readFileSync(path.join(folder, 'landing.html'), 'utf8')
  const sendPage = (reply: FastifyReply, html: string) => {
    const site = pages.readSite()
    return reply.type('text/html; charset=utf-8').send(isDefaultSite(site) ? html : fillSite(html, site))
  }
  /** As it was built and compressed, where nothing differs. */
  const sendBuiltPage = async (reply: FastifyReply, file: string) =>
    isDefaultSite(pages.readSite())
      ? reply.sendFile(file)
      : sendPage(reply, await readFile(path.join(folder, file), 'utf8'))
  app.get('/*', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (!isPage(request)) return reply.sendFile(request.url.split('?')[0] ?? '')
    if (!hasPages(pathOf(request))) {
      // A browser gets the application, which shows its page for this; a probe must not take it for an answer.
      if (!request.headers.accept?.includes('text/html')) throw notFound()
      reply.status(404)
    }
    reply.headers({ 'cache-control': 'no-cache', vary: 'cookie' })
    const token = /^\/embed\/([^/]+)$/.exec(pathOf(request))?.[1]
    if (token !== undefined) {
      allowFrames(reply, await pages.findEmbedOrigins(token))
      return sendBuiltPage(reply, 'embed.html')
    }
    if (await pages.mayHaveSession(request)) {
      const policy = String(reply.getHeader('content-security-policy'))
      reply.header('content-security-policy', pages.contentPolicy(request.url, policy))
      return sendBuiltPage(reply, 'index.html')
    }
    const id = sharedCharacterId(pathOf(request))
    const character = id === undefined ? null : await pages.findSharedCharacter(id)
    if (!character) return sendBuiltPage(reply, visitorPage(request))
    const origin = pages.publicUrl ?? `${request.protocol}://${request.host}`
    return sendPage(reply, fillCharacterPage(landing, character, origin))
  })
}

/** Lets pages of these origins frame a page. Without any, the page can only be opened by itself, with status 404. */
function allowFrames(reply: FastifyReply, origins: string[] | null): void {
  if (!origins) return void reply.status(404)
  const policy = String(reply.getHeader('content-security-policy'))
  reply.removeHeader('x-frame-options')
  reply.header(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`),
  )
}

function explainMissingClient(app: FastifyInstance): void {
  app.get('/*', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    if (!isPage(request)) throw unknownRoute(request)
    return reply.type('text/plain').send('The client is not built yet: run `npm start`, or `npm run dev`.\n')
  })
}

const unknownRoute = (request: FastifyRequest) =>
  new ApiError('not_found', { message: `There is no ${request.method} ${pathOf(request)} here.` })

function pathOf(request: FastifyRequest): string {
  return pagePath(request.url.split('?')[0] ?? '')
}

function isPage(request: FastifyRequest): boolean {
  const pathname = pathOf(request)
  return (
    !/^\/(?:api|v1|portraits|files|assets|ws)(?:\/|$)/.test(pathname) &&
    !/\.(?:[a-z0-9]{2,5}|webmanifest)$/i.test(pathname)
  )
}

/** Prerendered by scripts/client-build. */
function visitorPage(request: FastifyRequest): string {
  const page = ['subscribe', ...sitePageNames].find((name) => pathOf(request) === `/${name}`)
  return `${page ?? 'landing'}.html`
}
