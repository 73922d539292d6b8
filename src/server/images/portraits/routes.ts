import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { orNotFound } from '#server/http/api-error.ts'
import { parsePortraitFile } from './portrait-file.ts'

/** Serves portraits, with an expression or without. A portrait depends on its address alone, so browsers may cache it for good. */
export async function portraitRoutes(app: FastifyInstance): Promise<void> {
  const portraits = new LRUCache<string, string>({ max: 512 })

  app.get<{ Params: { file: string } }>(
    '/portraits/:file',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params
      const portrait = orNotFound(parsePortraitFile(file))
      const { drawPortrait } = await importPortraits()
      const svg = portraits.get(file) ?? drawPortrait(portrait.name, portrait.expression)
      portraits.set(file, svg)
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
