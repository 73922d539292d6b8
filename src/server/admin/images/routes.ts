import type { FastifyRequest } from 'fastify'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { ImageProcessor } from '#server/images/image-processor.ts'
import { imageConnectionApi } from '#shared/images.ts'
import {
  type ImageConnectionDeps,
  readImageConnection,
  removeImageConnection,
  saveImageConnection,
  testImageConnection,
} from './image-connection.ts'

const adminOf = ({ viewer, id }: Pick<FastifyRequest, 'viewer' | 'id'>) => ({ admin: viewer, requestId: id })

/** The image generator, on the page Admin → Models. Its key is never part of a response. */
export function imageConnectionRoutes(deps: ImageConnectionDeps) {
  const processor = new ImageProcessor()
  return handleRoutes(imageConnectionApi, () => ({
    'GET /api/admin/images': () => readImageConnection(deps),
    'PUT /api/admin/images': async (request) => {
      await saveImageConnection(deps, adminOf(request), request.body)
      return readImageConnection(deps)
    },
    'DELETE /api/admin/images': async (request) => {
      await removeImageConnection(deps, adminOf(request))
      return readImageConnection(deps)
    },
    'POST /api/admin/images/test': ({ body }) => testImageConnection(deps, body, (bytes) => processor.process(bytes)),
  }))
}
