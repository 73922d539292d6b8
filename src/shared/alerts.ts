import { z } from 'zod'
import { Flag } from './flags.ts'
import type { Routes } from './routes.ts'

export const alertLimits = {
  /** Milliseconds in which a token must be used, once. */
  token: 60_000,
  /** Milliseconds in which a new socket must authenticate. */
  authTimeout: 5_000,
  /** More missed alerts than this are not replayed: the client is sent `resync` and reads the flags again. */
  replay: 500,
} as const

/** The codes with which the server closes a socket. A client reconnects after each of them but `authTimeout`. */
export const closeCodes = {
  /** No `auth` message in time. */
  authTimeout: 4001,
  /** The token was refused, or the account is no longer an admin. */
  refused: 4003,
  /** The server is stopping. */
  restart: 1012,
} as const

/** Valid once, on any instance. */
const WebsocketToken = z.object({ adminToken: z.string(), expiresAt: z.number().int() })

/** The first message of a client on `/ws`. `lastEventId`: the id of the last message it has got, to be sent the rest. */
export const AuthMessage = z.object({
  type: z.literal('auth'),
  adminToken: z.string().max(400),
  lastEventId: z.union([z.string().max(40), z.number()]).nullish(),
})
export type AuthMessage = z.infer<typeof AuthMessage>

/**
 * What the server sends on `/ws`; as server-sent events, `type` is the name of the event and `id` its id.
 * `flag_alert`: a new flag. `flag_updated`: a claim, an action or another report. `resync`: too much was missed, the
 * client must reload the flags.
 */
export const AlertMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth_success'), id: z.string() }),
  z.object({ type: z.literal('connected'), id: z.string() }),
  z.object({ type: z.literal('resync'), id: z.string() }),
  z.object({ type: z.literal('flag_alert'), id: z.string(), flag: Flag }),
  z.object({ type: z.literal('flag_updated'), id: z.string(), flag: Flag }),
])
export type AlertMessage = z.infer<typeof AlertMessage>

/** The same alerts come over the WebSocket `/ws`, and as a stream of events after the id `after`. */
export const alertApi = {
  'POST /api/admin/websocket-token': { access: 'moderator', limit: 'adminToken', response: WebsocketToken },
  'GET /api/admin/alerts/stream': { access: 'moderator', query: z.object({ after: z.string().max(40).optional() }) },
} as const satisfies Routes
