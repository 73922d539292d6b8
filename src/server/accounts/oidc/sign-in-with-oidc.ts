import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { Username } from '#shared/accounts.ts'
import { isPastUndo } from '../deletion.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { findUserOfMethod, insertMethod, touchMethod } from '../methods/queries.ts'
import { redeemToken, sealToken } from '../sealed-tokens.ts'
import type { Authenticated } from '../sessions/session.ts'
import { type OidcAttempt, type OidcClient, type OidcIdentity, signInFailed } from './oidc-client.ts'

export interface OidcDeps {
  context: Context
  client: OidcClient
}

/** Milliseconds from the start of a login to the provider's answer, and then to the choice of a username. */
export const attemptLifetime = 10 * 60_000
const identityLifetime = 15 * 60_000

export async function beginOidc(
  { context, client }: OidcDeps,
  { returnTo, userId }: Pick<OidcAttempt, 'returnTo' | 'userId'>,
): Promise<{ url: string; cookie: string }> {
  const { ids } = context
  const attempt = { state: ids.secret(32), nonce: ids.secret(32), codeVerifier: ids.secret(48), returnTo, userId }
  return { url: await client.createUrl(attempt), cookie: sealToken(context, 'oidc-attempt', attempt, attemptLifetime) }
}

interface OidcOutcome {
  returnTo: string
  /** Who is to be logged in. */
  authenticated?: Authenticated
  /** The viewer's own account has this login now. */
  isLinked: boolean
  /** A login that no account has, sealed. */
  identity?: { token: string; suggestedUsername: string }
}

/** Reads the provider's answer: logs in whom the login belongs to, or links it to the account that asked for that. */
export async function finishOidc(
  deps: OidcDeps,
  { query, cookie, viewer }: { query: string; cookie: string | undefined; viewer: Viewer | null },
): Promise<OidcOutcome> {
  const { context, client } = deps
  const attempt = await redeemToken<OidcAttempt>(context, context.db, 'oidc-attempt', cookie)
  if (!attempt)
    throw signInFailed('This login was not started in this browser, or it took too long. Please start again.')
  const { returnTo, userId } = attempt
  if (userId !== null && viewer?.id !== userId) {
    throw signInFailed('You were logged out or changed the account meanwhile. Please log in and start again.')
  }
  const identity = await client.readIdentity(query, attempt)
  const key = keyOf(identity)
  const owner = await findUserOfMethod(context.db, 'oidc', key)
  if (userId !== null) {
    if (owner && owner.id !== userId) throw new ApiError('identity_linked')
    if (!owner) await context.transact((trx) => linkIdentity(context, trx, userId, identity))
    return { returnTo, isLinked: true }
  }
  if (!owner) {
    const suggestedUsername = Username.safeParse(identity.name).data ?? ''
    const token = sealToken(context, 'oidc-identity', identity, identityLifetime)
    return { returnTo, isLinked: false, identity: { token, suggestedUsername } }
  }
  if (isPastUndo(owner, context.clock.now())) throw signInFailed('This account was deleted.')
  await touchMethod(context.db, 'oidc', key, context.clock.now())
  const { password_hash: passwordHash, ...account } = owner
  return { returnTo, isLinked: false, authenticated: { account, passwordHash } }
}

const keyOf = ({ issuer, subject }: OidcIdentity): string => `${issuer} ${subject}`

/** Links a login to an account. Of two accounts at once, one gets it. */
async function linkIdentity(context: Context, db: Queryable, userId: string, identity: OidcIdentity): Promise<void> {
  const { ids, clock } = context
  const row = { id: ids.uuid(), kind: 'oidc', key: keyOf(identity), user_id: userId, name: identity.name } as const
  if (!(await insertMethod(db, { ...row, created_at: clock.now() }))) throw new ApiError('identity_linked')
  await queueMail(context, db, { type: 'login-added', userId })
}

/** Links the login of a sealed `identity` to an account that is being registered, in its transaction. */
export async function linkSealedIdentity(
  context: Context,
  trx: Queryable,
  link: { userId: string; token: string },
): Promise<void> {
  const identity = await redeemToken<OidcIdentity>(context, trx, 'oidc-identity', link.token)
  if (!identity) throw signInFailed('You took longer than 15 minutes. Please log in there again.')
  await linkIdentity(context, trx, link.userId, identity)
}
