import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { notFound } from '#server/http/api-error.ts'

const portraitFile = /^([a-z0-9-]{1,64})\.svg$/

/** Serves portraits. A portrait depends on its name alone, so browsers may cache it for good. */
export async function portraitRoutes(app: FastifyInstance): Promise<void> {
  const portraits = new LRUCache<string, string>({ max: 256 })

  app.get<{ Params: { file: string } }>(
    '/portraits/:file',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const name = portraitFile.exec(request.params.file)?.[1]
      if (name === undefined) throw notFound()
      const { drawPortrait } = await importPortraits()
      const svg = portraits.get(name) ?? drawPortrait(name)
      portraits.set(name, svg)
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(svg)
    },
  )
}

/** Imports the drawing library with the first portrait, so that starting the server does not wait for it. */
const importPortraits = () => import('./portrait.ts')
