import { z } from 'zod'
import { PasswordCheck, PlayerName } from './accounts.ts'
import { keyScopes, type Routes } from './routes.ts'

export const maxApiKeys = 50
/** After how many days a key expires; null for one that does not. */
export const keyLifetimes = [30, 90, 365, null] as const

/** A key by which a program may call the API for an account. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(keyScopes),
  /** How the key begins. */
  prefix: z.string(),
  createdAt: z.number().int(),
  expiresAt: z.number().int().nullable(),
  lastUsedAt: z.number().int().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const NewApiKey = PasswordCheck.extend({
  name: PlayerName,
  scope: z.enum(keyScopes),
  days: z.literal(keyLifetimes),
})
export type NewApiKey = z.infer<typeof NewApiKey>

/** No key may call these. */
export const apiKeyApi = {
  'GET /api/auth/keys': { access: 'signed-in', response: z.array(ApiKey) },
  /** `key` is shown only in this response. */
  'POST /api/auth/keys': {
    access: 'signed-in',
    limit: 'passwordCheck',
    body: NewApiKey,
    response: ApiKey.extend({ key: z.string() }),
    status: 201,
  },
  'DELETE /api/auth/keys/:id': { access: 'signed-in' },
} as const satisfies Routes
