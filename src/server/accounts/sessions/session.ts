import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import type { Account, Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isPastUndo } from '../deletion.ts'
import {
  deleteSession,
  deleteSessionWithSecret,
  findSession,
  insertSession,
  listKeysById,
  listSessionsById,
  type StoredKey,
  type StoredSession,
  touchSession,
} from './queries.ts'

const hour = 3_600_000
const day = 24 * hour
export const sessionLifetime = { idle: 14 * day, idleAdmin: 12 * hour, absolute: 90 * day } as const
/** `last_seen_at` is written at most this often, so that most requests write nothing. */
const touchEvery = 5 * 60_000

/** `__Host-` binds the cookie to this host. Browsers accept that prefix only over https. */
export const cookieName = (context: Context) => (context.env.secure ? '__Host-sid' : 'sid')

/** An account, and the hash of the password that a request has proved or set. */
export interface Authenticated {
  account: Account
  passwordHash: string
}

/**
 * Starts a session and sets its cookie. The browser's previous session ends: a login never reuses a session. Throws
 * `invalid_credentials` when the password was changed since it was checked.
 */
export async function startSession(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, passwordHash }: Authenticated,
): Promise<void> {
  await deleteCookieSession(context, request)
  const id = context.ids.secret(16)
  const secret = context.ids.secret(32)
  const now = context.clock.now()
  const session = {
    id,
    secret_hash: hashSecret(secret),
    user_id: account.id,
    created_at: now,
    last_seen_at: now,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  }
  if (!(await insertSession(context.db, context.dialect, session, passwordHash))) {
    throw new ApiError('invalid_credentials')
  }
  reply.setCookie(cookieName(context), `${id}.${secret}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: context.env.secure,
    maxAge: sessionLifetime.absolute / 1000,
  })
}

export async function endOwnSession(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await deleteCookieSession(context, request)
  reply.clearCookie(cookieName(context), { path: '/', secure: context.env.secure, httpOnly: true, sameSite: 'lax' })
}

/** Sessions of an account are expired when they were last used or created before these times. */
export function sessionCutoffs(account: Pick<Account, 'account_type' | 'is_moderator'>, now: number) {
  const idle =
    account.account_type === 'admin' || account.is_moderator === 1 ? sessionLifetime.idleAdmin : sessionLifetime.idle
  return { idleBefore: now - idle, createdBefore: now - sessionLifetime.absolute }
}

/** The viewer of a request, or null without a valid session. Every signed-in request runs this: at most one statement. */
export async function findViewer(context: Context, request: FastifyRequest): Promise<Viewer | null> {
  const cookie = readCookie(context, request)
  if (!cookie) return null
  const session = await findSession(context.db, cookie.id, hashSecret(cookie.secret))
  if (!session) return null
  const now = context.clock.now()
  if (isExpired(session, now)) {
    await deleteSession(context.db, session.session_id)
    return null
  }
  // Requests that only read also work while the database cannot be written.
  if (now - session.last_seen_at > touchEvery) {
    await touchSession(context.db, session.session_id, now).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the use of a session was not recorded'),
    )
  }
  return withoutEndedSuspension(session, now)
}

/** Whether the request for a page has a session. If that cannot be read, the client asks again and shows the error. */
export async function mayHaveSession(context: Context, request: FastifyRequest): Promise<boolean> {
  try {
    return (await findViewer(context, request)) !== null
  } catch (error) {
    request.log.warn({ err: error, requestId: request.id }, 'session lookup for a page failed')
    return true
  }
}

/** The viewers of those of the sessions and API keys that have not ended. */
export async function findViewers({ db, dialect, clock }: Context, ids: string[]): Promise<Viewer[]> {
  const now = clock.now()
  const sessions = await listSessionsById(db, dialect, ids)
  const found = new Set<string>(sessions.map(({ session_id }) => session_id))
  const others = ids.filter((id) => !found.has(id))
  const keys = others.length > 0 ? await listKeysById(db, dialect, others) : []
  const current = [...sessions.filter((one) => !isExpired(one, now)), ...keys.filter((one) => !isKeyExpired(one, now))]
  return current.map((viewer) => withoutEndedSuspension(viewer, now))
}

export const isKeyExpired = (key: StoredKey, now: number): boolean =>
  (key.expires_at !== null && key.expires_at <= now) || isPastUndo(key, now)

function isExpired(session: StoredSession, now: number): boolean {
  const { idleBefore, createdBefore } = sessionCutoffs(session, now)
  return session.last_seen_at < idleBefore || session.session_created_at < createdBefore || isPastUndo(session, now)
}

export function withoutEndedSuspension(viewer: Viewer, now: number): Viewer {
  const hasEnded = viewer.suspended_until !== null && viewer.suspended_until <= now
  return hasEnded ? { ...viewer, suspended_until: null } : viewer
}

interface SessionCookie {
  id: string
  secret: string
}

function readCookie(context: Context, request: FastifyRequest): SessionCookie | null {
  const match = /^([\w-]{22})\.([\w-]{43})$/.exec(request.cookies[cookieName(context)] ?? '')
  const [, id, secret] = match ?? []
  return id && secret ? { id, secret } : null
}

/** What the database stores of the secret of a session, and of an API key. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Deletes the session of the request's cookie. The secret must match: an id alone does not end a session. */
async function deleteCookieSession(context: Context, request: FastifyRequest): Promise<void> {
  const cookie = readCookie(context, request)
  if (cookie) await deleteSessionWithSecret(context.db, cookie.id, hashSecret(cookie.secret))
}
