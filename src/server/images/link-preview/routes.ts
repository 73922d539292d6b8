import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '#server/core/context.ts'
import { addressOf } from '#server/http/address.ts'
import { notFound } from '#server/http/api-error.ts'
import type { SharedCharacter } from '#server/http/character-page.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import type { ImageDeps } from '../image-deps.ts'
import { readImage } from '../read-png.ts'
import type { PreviewParts } from './draw-link-preview.ts'

/** Drawn pictures in memory, about 60 kB each. */
const picturesMax = 100

interface PreviewDeps {
  images: ImageDeps
  findSharedCharacter: (id: string) => Promise<SharedCharacter | null>
}

/** The pictures of links to characters that everybody may see. */
export function linkPreviewRoutes(context: Context, { images, findSharedCharacter }: PreviewDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const assertRate = createLimiter(app, context, limits.linkPreview)
    /** By what they show. */
    const pictures = new LRUCache<string, Promise<Uint8Array>>({ max: picturesMax })
    const draw = async (avatar: string, parts: Omit<PreviewParts, 'image'>) =>
      images.imageProcessor.drawLinkPreview({ ...parts, image: await readImage(images, avatar) })
    app.get<{ Params: { file: string } }>(
      '/previews/:file',
      { config: { access: 'public' }, schema: { hide: true } },
      async (request, reply) => {
        const id = /^([\w-]{1,64})\.jpg$/.exec(request.params.file)?.[1]
        const shared = id === undefined ? null : await findSharedCharacter(id)
        if (!shared) throw notFound()
        const { name, description, category, avatar } = shared
        const character = { name, description, category }
        const siteName = context.settings.site().name
        const key = hash('sha256', JSON.stringify([id, character, avatar, siteName]))
        if (!pictures.has(key)) await assertRate(addressOf(request))
        const drawing = pictures.get(key) ?? draw(avatar, { character, siteName })
        pictures.set(key, drawing)
        drawing.catch(() => pictures.delete(key))
        return reply
          .type('image/jpeg')
          .header('cache-control', 'public, max-age=3600')
          .header('content-security-policy', "default-src 'none'")
          .send(await drawing)
      },
    )
  }
}
