import type { Context } from '#server/core/context.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { ImageProcessor } from '#server/images/image-processor.ts'
import { moderatorOf } from '#server/moderation/flags/change-flag.ts'
import { imageConnectionApi } from '#shared/images.ts'
import {
  readImageConnection,
  removeImageConnection,
  saveImageConnection,
  testImageConnection,
} from './image-connection.ts'

/** The image generator, on the page Admin → Models. Its key is never part of a response. */
export function imageConnectionRoutes(context: Context) {
  const processor = new ImageProcessor()
  return handleRoutes(imageConnectionApi, () => ({
    'GET /api/admin/images': () => readImageConnection(context),
    'PUT /api/admin/images': async (request) => {
      await saveImageConnection(context, moderatorOf(request), request.body)
      return readImageConnection(context)
    },
    'DELETE /api/admin/images': async (request) => {
      await removeImageConnection(context, moderatorOf(request))
      return readImageConnection(context)
    },
    'POST /api/admin/images/test': ({ body }) =>
      testImageConnection(context, body, (bytes) => processor.process(bytes)),
  }))
}
