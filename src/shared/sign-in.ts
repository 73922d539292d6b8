import { z } from 'zod'
import { Password, PasswordCheck, UserResponse } from './accounts.ts'
import type { Routes } from './routes.ts'
import { nameUpTo } from './text-fields.ts'

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
  kind: z.enum(['oidc', 'passkey']),
  name: z.string(),
  createdAt: z.number().int(),
  lastUsedAt: z.number().int().nullable(),
})
export type SignInMethod = z.infer<typeof SignInMethod>

export const SignInMethods = z.object({
  hasPassword: z.boolean(),
  /** Whether the password alone does not log in: a passkey has to. */
  needsPasskey: z.boolean(),
  methods: z.array(SignInMethod),
})
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

export const maxPasskeys = 20

/** What its owner calls a passkey. */
export const PasskeyName = z.object({ name: nameUpTo(60, 'the name', 'A passkey needs a name') })

/** What a browser is asked to sign, and the sealed challenge, which is sent back with the answer. */
const PasskeyChallenge = z.object({ options: z.record(z.string(), z.unknown()), token: z.string() })
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>
/** `response`: the credential as the browser writes it in JSON; its library checks it. */
const PasskeyAnswer = z.object({ token: z.string().max(2000), response: z.record(z.string(), z.unknown()) })

const ProviderPage = z.object({ url: z.string() })
const withPassword = { access: 'signed-in', limit: 'passwordCheck' } as const
const login = { access: 'public', limit: 'loginAddress' } as const

export const oidcApi = {
  /** Begins a login: the address of the provider's page, and a cookie that binds the answer to this browser. */
  'POST /api/auth/oidc': { ...login, body: z.object({ returnTo: LocalPath }), response: ProviderPage },
  /** `query`: that of the page to which the provider has sent the browser back. */
  'POST /api/auth/oidc/callback': {
    ...login,
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
  'DELETE /api/auth/methods/:id': { ...withPassword, body: PasswordCheck },
} as const satisfies Routes

export const passkeyApi = {
  /** Without a limit: the form to log in asks for it whenever it is opened, and nothing is stored. */
  'POST /api/auth/passkey/options': { access: 'public', response: PasskeyChallenge },
  'POST /api/auth/passkey': { ...login, body: PasskeyAnswer, response: UserResponse },
  'POST /api/auth/passkeys/options': { ...withPassword, body: PasswordCheck, response: PasskeyChallenge },
  'POST /api/auth/passkeys': { access: 'signed-in', body: PasskeyAnswer },
  'PATCH /api/auth/passkeys/:id': { access: 'signed-in', body: PasskeyName },
  /** Whether a login with the password needs a passkey too. */
  'PUT /api/auth/second-factor': { ...withPassword, body: PasswordCheck.extend({ enabled: z.boolean() }) },
} as const satisfies Routes

/** One address without a name and a comment, in small letters. */
export const EmailAddress = z
  .email('Please enter an email address, such as ada@example.org')
  .max(254)
  .transform((email) => email.toLowerCase())
const Link = z.object({ token: z.string().max(2000) })

export const mailApi = {
  /** `account`: a username or an address. The answer is the same whether there is such an account. */
  'POST /api/auth/reset/request': { access: 'public', body: z.object({ account: z.string().min(1).max(300) }) },
  'POST /api/auth/reset': { ...login, body: Link.extend({ newPassword: Password }), response: UserResponse },
  'GET /api/auth/email': { access: 'signed-in', response: z.object({ email: z.string().nullable() }) },
  /** An address gets a mail with a link, which confirms it; null removes the address. */
  'PUT /api/auth/email': { ...withPassword, body: PasswordCheck.extend({ email: EmailAddress.nullable() }) },
  'POST /api/auth/email/confirm': { ...login, body: Link },
} as const satisfies Routes
