import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/http/api-error.ts'
import { Shelf } from './shelf.ts'

const portraitFile = /^([a-z0-9-]{1,64})\.svg$/

/** Pictures. A portrait follows from its name alone, so whoever has it may keep it. */
export async function imageRoutes(app: FastifyInstance): Promise<void> {
  const portraits = new Shelf<string>(256)

  app.get<{ Params: { file: string } }>(
    '/portraits/:file',
    { config: { access: 'public' }, schema: { hide: true } },
    async (request, reply) => {
      const name = portraitFile.exec(request.params.file)?.[1]
      if (name === undefined) throw notFound()
      return reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(portraits.get(name) ?? portraits.put(name, await draw(name)))
    },
  )
}

/** The illustrator and its ink are loaded with the first picture, not with the server. */
async function draw(name: string): Promise<string> {
  const { drawPortrait } = await import('./portrait.ts')
  return drawPortrait(name)
}
