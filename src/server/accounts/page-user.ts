import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { displayName, type Viewer } from '#server/core/viewer.ts'
import type { PageUser } from '#server/http/static-files.ts'
import { isNewcomer } from './newcomer.ts'
import { findViewer } from './sessions/session.ts'

/**
 * The user who loads a page, or null without a session. Undefined when the lookup fails: the page is served anyway, and
 * the client asks again and shows the error.
 */
export async function findPageUser(
  context: Context,
  request: FastifyRequest,
  readPosters: (viewer: Viewer) => ReturnType<PageUser['posters']>,
): Promise<PageUser | null | undefined> {
  try {
    const viewer = await findViewer(context, request)
    if (!viewer) return null
    return {
      name: displayName(viewer),
      isNewcomer: await isNewcomer(context, viewer),
      hasPendingDeletion: viewer.deletion_requested_at !== null,
      posters: () => readPosters(viewer),
    }
  } catch (error) {
    request.log.warn({ err: error, requestId: request.id }, 'session lookup for a page failed')
    return undefined
  }
}
