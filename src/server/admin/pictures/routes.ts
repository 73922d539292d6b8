import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { ImageProcessor } from '#server/images/pictures/image-processor.ts'
import { ImageConnectionRequest, ImageConnectionResponse } from '#shared/images.ts'
import { TestResult } from '#shared/models.ts'
import {
  type ImageConnectionDeps,
  readImageConnection,
  removeImageConnection,
  saveImageConnection,
  testImageConnection,
} from './image-connection.ts'

const config = { access: 'admin' } as const
const path = '/api/admin/images'

/** The image generator, on the page Admin → Models. Its key is never part of a response. */
export function imageConnectionRoutes(deps: ImageConnectionDeps) {
  return async (instance: FastifyInstance): Promise<void> => {
    const app = instance.withTypeProvider<ZodTypeProvider>()
    const limitTests = createLimiter(app, deps.context, limits.modelTest)
    const processor = new ImageProcessor()
    const response = { 200: ImageConnectionResponse }

    app.get(path, { config, schema: { response } }, () => readImageConnection(deps))

    app.put(path, { config, schema: { body: ImageConnectionRequest, response } }, async ({ viewer, body }) => {
      await saveImageConnection(deps, viewer, body)
      return readImageConnection(deps)
    })

    app.delete(path, { config, schema: { response } }, async ({ viewer }) => {
      await removeImageConnection(deps, viewer)
      return readImageConnection(deps)
    })

    app.post(
      `${path}/test`,
      { config, schema: { body: ImageConnectionRequest, response: { 200: TestResult } } },
      async ({ viewer, body }) => {
        await limitTests(viewer.id)
        return testImageConnection(deps, body, (bytes) => processor.hold(() => processor.process(bytes)))
      },
    )
  }
}
