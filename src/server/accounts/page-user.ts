import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import type { PageUser } from '#server/http/static-files.ts'
import { findViewer, type Viewer } from './session.ts'
import { viewUser } from './view.ts'

/**
 * Who comes to the door, or null for a visitor. When that cannot be found out, the page is to come all the same: the
 * client asks again, and knows how to say that there is no answer.
 */
export async function findPageUser(context: Context, request: FastifyRequest): Promise<PageUser | null | undefined> {
  let viewer: Viewer | null
  try {
    viewer = await findViewer(context, request)
  } catch (error) {
    request.log.warn({ err: error, requestId: request.id }, 'a page without knowing for whom')
    return undefined
  }
  if (!viewer) return null
  const { name, deletionScheduledAt } = viewUser(context, viewer.user)
  return { name, isLeaving: deletionScheduledAt !== null }
}
