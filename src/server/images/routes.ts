import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { characterScope } from '#server/characters/character-scope.ts'
import { findImageAudience } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import { schedule } from '#server/core/schedule.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { findRefusal } from '#server/http/access.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { boundWork } from '#server/http/bounded-work.ts'
import { errorBody } from '#server/http/error-handler.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { readUpload } from '#server/http/read-upload.ts'
import { openEventStream, wantsEventStream } from '#server/http/sse.ts'
import type { GenerateOptions } from '#server/providers/images/provider.ts'
import {
  type ImageEvents,
  type ImageResponse,
  imageApi,
  imageLimits,
  imageMessages,
  uploadApi,
} from '#shared/images.ts'
import { sweepImages } from './delete-images.ts'
import { assertCanGenerateImages, assertCanStart, assertHasImages, generateImage } from './generate-image.ts'
import { fileNameOf, type ImageDeps, imageUrl } from './image-deps.ts'
import { isImageOf, listGenerated } from './queries.ts'
import { assertBelowImageLimit, saveImage } from './save-image.ts'

const imageFile = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/

const sweepInterval = 60 * 60_000
/** Seconds for which an image may still be seen where it was seen before, after it is no longer shown to others. */
const cachedFor = 60 * 60

/** Uploaded and generated images. */
export function imageRoutes(context: Context, images: ImageDeps) {
  return async (app: FastifyInstance): Promise<void> => {
    const task = () => sweepImages(context, images)
    app.addHook('onClose', schedule(context.log, { name: 'image sweep', interval: sweepInterval, task }))
    await app.register(generationRoutes(context, images))
    await app.register(uploadRoutes(context, images))
    app.get<{ Params: { file: string } }>(
      '/files/:file',
      { config: { access: 'optional' }, schema: { hide: true } },
      async (request, reply) => {
        const id = imageFile.exec(request.params.file)?.[1]
        const access = id && (await findImageAccess(context, request.signedInViewer, id))
        const file = access && (await images.storage.open(fileNameOf(id)))
        if (!file) throw notFound()
        return reply
          .type('image/webp')
          .header('content-length', file.size)
          .header('cache-control', `${access}, max-age=${cachedFor}`)
          .header('content-security-policy', "default-src 'none'")
          .send(file.stream)
      },
    )
  }
}

function generationRoutes(context: Context, images: ImageDeps) {
  return handleRoutes(imageApi, (app) => {
    const limitGeneration = createLimiter(app, context, limits.draw)
    return {
      'POST /api/generate-image': async (request, reply) => {
        const { viewer: author, body } = request
        assertHasImages(author)
        const provider = await images.selectProvider()
        try {
          assertCanGenerateImages(context, provider, author)
          await limitGeneration(author.id)
          const generation = { provider, author, prompt: body.prompt }
          await assertCanStart(context, generation)
          return await sendImage(request, reply, (options) => generateImage(context, images, generation, options))
        } finally {
          await provider.close()
        }
      },
      'GET /api/images/generated': async ({ viewer }) => {
        assertHasImages(viewer)
        const provider = await images.selectProvider()
        await provider.close()
        const rows = await listGenerated(context.db, viewer.id)
        const { builtIn, label } = provider
        const shown = rows.map(({ url, prompt, created_at }) => ({ url, prompt, createdAt: created_at }))
        return { generator: { builtIn, label }, pictures: shown }
      },
    }
  })
}

function uploadRoutes(context: Context, images: ImageDeps) {
  return handleRoutes(uploadApi, async (app) => {
    // Only this route accepts forms: another site can post one without a preflight.
    await app.register(multipart, { throwFileSizeLimit: true })
    const runUpload = boundWork({
      max: 12,
      maxPerAccount: 4,
      maxRunning: 12,
      message: 'Too many pictures are being uploaded at the moment. Please try again in a few seconds.',
    })
    return {
      'POST /api/images': async (request) => {
        const { viewer } = request
        await assertBelowImageLimit(context, viewer)
        const bytes = await readUpload(request, { max: imageLimits.uploadBytes, messages: imageMessages })
        return { url: await runUpload(viewer.id, () => saveImage(context, images, viewer, bytes)) }
      },
    }
  })
}

/**
 * Who may see an image: those who may see a character with it, its owner, and who moderates. Null where the viewer may not.
 */
async function findImageAccess(
  context: Context,
  viewer: Viewer | null,
  id: string,
): Promise<'public' | 'private' | null> {
  const scope = viewer && characterScope(context, viewer)
  const audience = await findImageAudience(context.db, { id, address: imageUrl(id) }, scope)
  if (audience === 'everybody') return 'public'
  if (audience === 'viewer' || !findRefusal('moderator', viewer)) return 'private'
  return viewer && (await isImageOf(context.db, id, viewer.id)) ? 'private' : null
}

/**
 * Runs `generate` and sends the image as JSON, or with its progress as an event stream. A client that hangs up cancels
 * the image.
 */
async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  generate: (options: GenerateOptions) => Promise<ImageResponse>,
): Promise<ImageResponse> {
  const clientGone = new AbortController()
  reply.raw.on('close', () => clientGone.abort())
  if (!wantsEventStream(request)) {
    return generate({ signal: clientGone.signal }).catch((error: unknown) => {
      // The client has disconnected. That is no unexpected error, so it is not logged as one.
      throw clientGone.signal.aborted ? new ApiError('bad_request') : error
    })
  }
  const stream = openEventStream(request, reply)
  const send = <Name extends keyof ImageEvents>(name: Name, data: ImageEvents[Name]) => stream.send(name, '', data)
  try {
    send(
      'done',
      await generate({ signal: clientGone.signal, onProgress: (progress) => send('progress', { progress }) }),
    )
  } catch (error) {
    if (!clientGone.signal.aborted && !(error instanceof ApiError)) {
      request.log.error({ err: error, requestId: request.id }, 'unexpected error')
    }
    send('error', errorBody(error instanceof ApiError ? error : new ApiError('internal'), request.id))
  } finally {
    stream.end()
  }
  // The connection was taken over from Fastify, which sends nothing more.
  return reply as never
}
