import { hash } from 'node:crypto'
import { findViewers } from '#server/accounts/sessions/session.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { findRefusal } from '#server/http/access.ts'
import { alertLimits } from '#shared/alerts.ts'
import { insertToken, takeToken } from './queries.ts'

/** Creates a token with which one socket of this session can authenticate, on any instance. */
export async function createToken({ db, ids, clock }: Context, viewer: Viewer) {
  const adminToken = ids.secret(32)
  const now = clock.now()
  const expiresAt = now + alertLimits.token
  await insertToken(
    db,
    { token_hash: hashToken(adminToken), session_id: viewer.session_id, expires_at: expiresAt },
    now,
  )
  return { adminToken, expiresAt }
}

/** The session of a token, which cannot be used again. Null when the token or the session is not valid. */
export async function redeemToken(context: Context, adminToken: string): Promise<string | null> {
  const sessionId = await takeToken(context.db, hashToken(adminToken), context.clock.now())
  if (sessionId === null) return null
  const [viewer] = await findViewers(context, [sessionId])
  return findRefusal('moderator', viewer ?? null) ? null : sessionId
}

const hashToken = (token: string) => hash('sha256', token, 'hex')
