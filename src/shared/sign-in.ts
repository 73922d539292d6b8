import { z } from 'zod'
import { PasswordCheck, UserResponse } from './accounts.ts'
import { ById, type Routes } from './routes.ts'

/** How long after a login an account without a password may do what others confirm with theirs, in milliseconds. */
export const recentSignIn = 10 * 60_000

/** A page of this site. A browser reads `//host` and `/\host` as another site. */
export const LocalPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'This is not a page of this site')

/** A way to log in besides the password. */
export const SignInMethod = z.object({
  id: z.string(),
  kind: z.enum(['oidc']),
  name: z.string(),
  createdAt: z.number().int(),
  lastUsedAt: z.number().int().nullable(),
})
export type SignInMethod = z.infer<typeof SignInMethod>

export const SignInMethods = z.object({ hasPassword: z.boolean(), methods: z.array(SignInMethod) })
export type SignInMethods = z.infer<typeof SignInMethods>

/**
 * What the provider's answer led to. `user`: who is logged in now. `identity`: nobody has this login yet; with it and a
 * username an account can be registered.
 */
export const OidcResult = z.object({
  user: UserResponse.shape.user.nullable(),
  returnTo: z.string(),
  isLinked: z.boolean(),
  identity: z.string().nullable(),
  suggestedUsername: z.string(),
})
export type OidcResult = z.infer<typeof OidcResult>

const ProviderPage = z.object({ url: z.string() })
const withPassword = { access: 'signed-in', limit: 'passwordCheck' } as const

export const oidcApi = {
  /** Begins a login: the address of the provider's page, and a cookie that binds the answer to this browser. */
  'POST /api/auth/oidc': { access: 'public', body: z.object({ returnTo: LocalPath }), response: ProviderPage },
  /** `query`: that of the page to which the provider has sent the browser back. */
  'POST /api/auth/oidc/callback': {
    access: 'optional',
    body: z.object({ query: z.string().max(8000) }),
    response: OidcResult,
  },
} as const satisfies Routes

/** The viewer's own ways to log in. */
export const signInMethodApi = {
  'GET /api/auth/methods': { access: 'signed-in', response: SignInMethods },
  /** Begins to link a login at the provider. */
  'POST /api/auth/methods/oidc': { ...withPassword, body: PasswordCheck, response: ProviderPage },
  'DELETE /api/auth/methods/:id': { ...withPassword, params: ById, body: PasswordCheck },
} as const satisfies Routes
