import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { oidcApi } from '#shared/sign-in.ts'
import { startSession } from '../sessions/session.ts'
import { viewUser } from '../view.ts'
import { attemptLifetime, beginOidc, finishOidc, type OidcDeps } from './sign-in-with-oidc.ts'

const cookieName = ({ env }: Context) => (env.secure ? '__Host-oidc' : 'oidc')
const cookieOptions = ({ env }: Context) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: env.secure, maxAge: attemptLifetime / 1000 }) as const

/** Sends the browser to the provider: the address of its page, and the cookie that binds the answer to this browser. */
export async function sendToProvider(
  deps: OidcDeps | null,
  reply: FastifyReply,
  attempt: Parameters<typeof beginOidc>[1],
): Promise<{ url: string }> {
  if (!deps) throw notFound()
  const { url, cookie } = await beginOidc(deps, attempt)
  reply.setCookie(cookieName(deps.context), cookie, cookieOptions(deps.context))
  return { url }
}

/** `deps`: null without a provider. */
export function oidcRoutes(context: Context, deps: OidcDeps | null) {
  return handleRoutes(oidcApi, () => ({
    'POST /api/auth/oidc': (request, reply) =>
      sendToProvider(deps, reply, { returnTo: request.body.returnTo, userId: null }),
    'POST /api/auth/oidc/callback': async (request, reply) => {
      if (!deps) throw notFound()
      const cookie = takeCookie(context, request, reply)
      const viewer = request.signedInViewer
      const outcome = await finishOidc(deps, { query: request.body.query, cookie, viewer })
      const { returnTo, isLinked, authenticated, identity } = outcome
      if (authenticated) await startSession(context, request, reply, authenticated)
      const account = authenticated?.account ?? (isLinked ? viewer : null)
      return {
        user: account && viewUser(context, account, false),
        returnTo,
        isLinked,
        identity: identity?.token ?? null,
        suggestedUsername: identity?.suggestedUsername ?? '',
      }
    },
  }))
}

function takeCookie(context: Context, request: FastifyRequest, reply: FastifyReply): string | undefined {
  const { maxAge: _, ...options } = cookieOptions(context)
  reply.clearCookie(cookieName(context), options)
  return request.cookies[cookieName(context)]
}
