import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/core/context.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isPastUndo } from './deletion.ts'
import { deleteSession, findSession, insertSession, touchSession, type UserRow } from './queries.ts'

const hour = 3_600_000
const day = 24 * hour
export const sessionLifetime = { idle: 14 * day, idleAdmin: 12 * hour, absolute: 90 * day } as const
/** `last_seen_at` is written at most this often, so that reading costs no write. */
const touchEvery = 5 * 60_000

/** Who asks: the account behind the session cookie, and the session itself. */
export interface Viewer {
  user: UserRow
  sessionId: string
}

/** `__Host-` binds the cookie to this very host, and browsers accept it only over https. */
export const cookieName = (context: Context) => (context.env.secure ? '__Host-sid' : 'sid')

/** Starts a session and hands its cookie out. Whatever session the browser had ends: a login never adopts one. */
export async function startSession(context: Context, request: FastifyRequest, reply: FastifyReply, userId: string) {
  const previous = readCookie(context, request)
  if (previous) await endSession(context, previous)
  const id = context.ids.secret(16)
  const secret = context.ids.secret(32)
  const now = context.clock.now()
  await insertSession(context.db, {
    id,
    secret_hash: digest(secret).toString('hex'),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  })
  reply.setCookie(cookieName(context), `${id}.${secret}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: context.env.secure,
    maxAge: sessionLifetime.absolute / 1000,
  })
}

export async function endOwnSession(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const cookie = readCookie(context, request)
  if (cookie) await endSession(context, cookie)
  reply.clearCookie(cookieName(context), { path: '/', secure: context.env.secure, httpOnly: true, sameSite: 'lax' })
}

/** Sessions of an account last seen or begun before these times are over. */
export function sessionCutoffs(user: Pick<UserRow, 'account_type'>, now: number) {
  const idle = user.account_type === 'admin' ? sessionLifetime.idleAdmin : sessionLifetime.idle
  return { idleBefore: now - idle, createdBefore: now - sessionLifetime.absolute }
}

/** The viewer of a request, or null when nobody is signed in. */
export async function findViewer(context: Context, request: FastifyRequest): Promise<Viewer | null> {
  const cookie = readCookie(context, request)
  if (!cookie) return null
  const row = await findSession(context.db, cookie.id)
  if (!row || !timingSafeEqual(Buffer.from(row.secret_hash, 'hex'), digest(cookie.secret))) return null
  const { session_id, secret_hash, session_created_at, last_seen_at, ...user } = row
  const now = context.clock.now()
  const { idleBefore, createdBefore } = sessionCutoffs(user, now)
  if (last_seen_at < idleBefore || session_created_at < createdBefore || isPastUndo(user, now)) {
    await deleteSession(context.db, session_id)
    return null
  }
  if (now - last_seen_at > touchEvery) await touchSession(context.db, session_id, now)
  return { user, sessionId: session_id }
}

/** The viewer of a request that needs one. An account that waits to be deleted has left the house: it gets a refusal. */
export async function requireViewer(context: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = await requireViewerPendingDeletion(context, request)
  if (viewer.user.deletion_requested_at !== null) throw new ApiError('deletion_scheduled')
  return viewer
}

/** For the few things that an account on its way out may still do: see who it is, take its data along, come back. */
export async function requireViewerPendingDeletion(context: Context, request: FastifyRequest): Promise<Viewer> {
  const viewer = await findViewer(context, request)
  if (!viewer) throw new ApiError('unauthenticated')
  return viewer
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

/** Only who holds the secret may end a session by its id. */
async function endSession(context: Context, cookie: SessionCookie): Promise<void> {
  const row = await findSession(context.db, cookie.id)
  if (row && timingSafeEqual(Buffer.from(row.secret_hash, 'hex'), digest(cookie.secret))) {
    await deleteSession(context.db, cookie.id)
  }
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
