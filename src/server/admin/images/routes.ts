import { handleRoutes } from '#server/http/handle-routes.ts'
import { ImageProcessor } from '#server/images/image-processor.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { imageConnectionApi } from '#shared/images.ts'
import {
  type ImageConnectionDeps,
  readImageConnection,
  removeImageConnection,
  saveImageConnection,
  testImageConnection,
} from './image-connection.ts'

/** The image generator, on the page Admin → Models. Its key is never part of a response. */
export function imageConnectionRoutes(deps: ImageConnectionDeps) {
  const processor = new ImageProcessor()
  return handleRoutes(imageConnectionApi, () => ({
    'GET /api/admin/images': () => readImageConnection(deps),
    'PUT /api/admin/images': async (request) => {
      await saveImageConnection(deps, moderatorOf(request), request.body)
      return readImageConnection(deps)
    },
    'DELETE /api/admin/images': async (request) => {
      await removeImageConnection(deps, moderatorOf(request))
      return readImageConnection(deps)
    },
    'POST /api/admin/images/test': ({ body }) => testImageConnection(deps, body, (bytes) => processor.process(bytes)),
  }))
}
