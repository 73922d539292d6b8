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
  const after = async (change: unknown) => {
    await change
    return readImageConnection(context)
  }
  return handleRoutes(imageConnectionApi, () => ({
    'GET /api/admin/images': () => readImageConnection(context),
    'PUT /api/admin/images': (request) => after(saveImageConnection(context, moderatorOf(request), request.body)),
    'DELETE /api/admin/images': (request) => after(removeImageConnection(context, moderatorOf(request))),
    'POST /api/admin/images/test': ({ body }) =>
      testImageConnection(context, body, (bytes) => processor.process(bytes)),
  }))
}
