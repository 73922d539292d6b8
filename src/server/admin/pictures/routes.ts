import type { FastifyRequest } from 'fastify'
import { createRoutes } from '#server/http/create-routes.ts'
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
const adminOf = ({ viewer, id }: Pick<FastifyRequest, 'viewer' | 'id'>) => ({ admin: viewer, requestId: id })
const path = '/api/admin/images'

/** The image generator, on the page Admin → Models. Its key is never part of a response. */
export function imageConnectionRoutes(deps: ImageConnectionDeps) {
  return createRoutes((app) => {
    const processor = new ImageProcessor()
    const response = { 200: ImageConnectionResponse }

    app.get(path, { config, schema: { response } }, () => readImageConnection(deps))

    app.put(path, { config, schema: { body: ImageConnectionRequest, response } }, async (request) => {
      await saveImageConnection(deps, adminOf(request), request.body)
      return readImageConnection(deps)
    })

    app.delete(path, { config, schema: { response } }, async (request) => {
      await removeImageConnection(deps, adminOf(request))
      return readImageConnection(deps)
    })

    app.post(
      `${path}/test`,
      {
        config: { ...config, limit: 'modelTest' },
        schema: { body: ImageConnectionRequest, response: { 200: TestResult } },
      },
      async ({ body }) => testImageConnection(deps, body, (bytes) => processor.process(bytes)),
    )
  })
}
