import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { requireViewer } from '#server/accounts/session.ts'
import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { limiter, limits } from '#server/http/rate-limit.ts'
import { chooseIllustrator } from '#server/providers/images/index.ts'
import { chooseStorage } from '#server/providers/storage/index.ts'
import { GenerateImageRequest, ImageResponse } from '#shared/images.ts'
import { assertCanGenerateImages, drawPicture } from './draw-picture.ts'
import { ImageProcessor } from './image-processor.ts'
import { fileNameOf, type PictureDeps } from './picture-deps.ts'
import { readUpload } from './read-upload.ts'
import { assertBelowImageLimit, savePicture } from './save-picture.ts'
import { schedulePictureSweep } from './schedule-picture-sweep.ts'

const kept = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/

/** Pictures that authors bring or have drawn. */
export function pictureRoutes(context: Context) {
  return async (instance: FastifyInstance): Promise<void> => {
    const pictures: PictureDeps = {
      imageProcessor: new ImageProcessor(),
      storage: chooseStorage(context.env),
      illustrator: chooseIllustrator(),
    }
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const mayDraw = limiter(app, context, limits.draw)
    const mayUpload = limiter(app, context, limits.upload)
    const stopSweeping = schedulePictureSweep(context, pictures)
    app.addHook('onClose', stopSweeping)

    app.post(
      '/api/generate-image',
      { schema: { body: GenerateImageRequest, response: { 200: ImageResponse } } },
      async (request) => {
        const { user } = await requireViewer(context, request)
        assertCanGenerateImages(context, user)
        await mayDraw(request, user.id)
        return { url: await drawPicture(context, pictures, user, request.body.prompt) }
      },
    )

    await app.register(async (inner) => {
      // A form can be posted from another site without asking first: this route takes one, and no other does.
      await inner.register(multipart, { throwFileSizeLimit: true })
      const uploads = inner.withTypeProvider<ZodTypeProvider>()
      uploads.post('/api/images', { schema: { response: { 201: ImageResponse } } }, async (request, reply) => {
        const { user } = await requireViewer(context, request)
        await mayUpload(request, user.id)
        await assertBelowImageLimit(context, user)
        const url = await pictures.imageProcessor.admit(async () =>
          savePicture(context, pictures, user, await readUpload(request)),
        )
        return reply.status(201).send({ url })
      })
    })

    app.get<{ Params: { file: string } }>('/files/:file', { schema: { hide: true } }, async (request, reply) => {
      const id = kept.exec(request.params.file)?.[1]
      const file = id && (await pictures.storage.open(fileNameOf(id)))
      if (!file) throw notFound()
      return reply
        .type('image/webp')
        .header('content-length', file.size)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'")
        .send(file.stream)
    })
  }
}
