import type { z } from 'zod'

/**
 * Who may call a route. Admins may call what moderators may. `optional` is public, and knows the viewer if there is one who
 * may use the product. An account with a pending deletion may call only routes that say so. A suspended account may call
 * those, and the ones to read and appeal decisions of moderators and to cancel its subscription.
 */
export type Access =
  | 'public'
  | 'optional'
  | 'signed-in'
  | 'signed-in-pending-deletion'
  | 'signed-in-suspended'
  | 'moderator'
  | 'admin'

/** What an API key may be used for. Every key may read, and `everything` covers the others. */
export const keyScopes = ['read', 'chat', 'characters', 'everything'] as const
export type KeyScope = (typeof keyScopes)[number]

/** A route of the API. The server handles it (http/handle-routes.ts), and the client calls it (lib/http.ts). */
export interface Route {
  access: Access
  /** The scope with which an API key may call it. Without one, no key may. */
  key?: KeyScope
  /** What other tabs read again after a successful request: the conversation of the parameter `id`, or all that they show. */
  changes?: 'conversation' | 'account'
  /** How often an account may call it, or an address where no account is needed: a name of `limits` (server/http/rate-limit.ts). */
  limit?: string
  /** Bytes, if more than for other routes. */
  bodyLimit?: number
  /** Of the address, if they are not ids. */
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** Without it, the answer is a file, a stream of events, or empty (204). */
  response?: z.ZodType
  /** Of the response, if it is not 200. The first of several is sent where the handler sets no other. */
  status?: number | readonly number[]
}

/** What signed-in users may do, and programs with an API key of the scope. `changing`: a conversation. */
export const reading = { access: 'signed-in', key: 'read' } as const
export const chatting = { access: 'signed-in', key: 'chat' } as const
export const editing = { access: 'signed-in', key: 'characters' } as const
export const changing = { ...chatting, changes: 'conversation' } as const
export const changingAccount = { ...chatting, changes: 'account' } as const

/** By method and address: `GET /api/characters/:id`. */
export type Routes = Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Route>

/** The parameters of an address: `id` of `GET /api/characters/:id`. */
export type ParamNames<Address extends string> = Address extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Address extends `${string}/:${infer Name}`
    ? Name
    : never
