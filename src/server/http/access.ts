import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#server/core/viewer.ts'
import type { Access, KeyScope } from '#shared/routes.ts'
import { ApiError } from './api-error.ts'

/** Bytes. The largest request without a session has a name and a password. */
const publicBodyLimit = 16 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    access: Access
    key?: KeyScope
  }
  interface FastifyInstance {
    /** The access of routes that a third-party plugin registers in this scope: they cannot declare it themselves. */
    pluginAccess?: Access
  }
  interface FastifyRequest {
    /** Who sent the request. Reading it on a public route throws. */
    readonly viewer: Viewer
    signedInViewer: Viewer | null
  }
}

/**
 * Enforces the `access` that each route declares. The check is an `onRequest` hook, so it runs before the body is read
 * or validated: without a session every such request is 401, whatever it carries. A route without a declaration stops
 * the start. Call it before any route is registered.
 */
export function enforceAccess(app: FastifyInstance, findViewer: (request: FastifyRequest) => Promise<Viewer | null>) {
  app.decorateRequest('signedInViewer', null)
  app.decorateRequest('viewer', {
    getter() {
      if (this.signedInViewer) return this.signedInViewer
      throw new Error(`${this.method} ${this.routeOptions.url} reads request.viewer, but its access is public.`)
    },
  })
  app.addHook('onRoute', function addAccessCheck(route) {
    const access = route.config?.access ?? this.pluginAccess
    if (!access) throw new Error(`${route.method} ${route.url} declares no access: add config: { access: … }.`)
    if (access === 'public') {
      route.bodyLimit ??= publicBodyLimit
      return
    }
    const checkAccess = async (request: FastifyRequest) => {
      const viewer = await findViewer(request)
      if (access === 'optional') {
        request.signedInViewer = findRefusal('signed-in', viewer) ? null : viewer
        return
      }
      const refusal = findRefusal(access, viewer) ?? findKeyRefusal(route.config?.key, viewer?.key_scope)
      const hasOtherToken = refusal?.code === 'unauthenticated' && request.headers.authorization?.startsWith('Bearer ')
      if (refusal) throw hasOtherToken ? new ApiError('invalid_key') : refusal
      request.signedInViewer = viewer
    }
    route.onRequest = [checkAccess, ...[route.onRequest ?? []].flat()]
  })
}

/** Why a viewer may not call routes with this access; null if it may. */
export function findRefusal(access: Access, viewer: Viewer | null): ApiError | null {
  if (!viewer) return new ApiError('unauthenticated')
  if (access === 'signed-in-pending-deletion') return null
  if (viewer.deletion_requested_at !== null) return new ApiError('deletion_scheduled')
  if (viewer.suspended_until !== null && access !== 'signed-in-suspended')
    return accountSuspended(viewer.suspended_until)
  if (viewer.account_type === 'admin') return null
  const isRefused = access === 'admin' || (access === 'moderator' && viewer.is_moderator !== 1)
  return isRefused ? new ApiError('forbidden') : null
}

/** Why an API key with the scope `own` may not call a route that needs `needed`; null for a session. */
function findKeyRefusal(needed: KeyScope | undefined, own: KeyScope | undefined): ApiError | null {
  if (own === undefined) return null
  if (needed === undefined) return new ApiError('key_not_allowed')
  if (needed === 'read' || needed === own || own === 'everything') return null
  const message = `This API key has the scope “${own}”, and this needs “${needed}”. You can create another one on the account page.`
  return new ApiError('key_not_allowed', { message })
}

function accountSuspended(until: number): ApiError {
  const day = new Date(until).toISOString().slice(0, 10)
  return new ApiError('account_suspended', {
    message: `This account is suspended until ${day}. You can read the reason and appeal it on the account page.`,
  })
}
