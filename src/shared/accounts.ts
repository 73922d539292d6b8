import { z } from 'zod'
import { ArchiveManifest } from './account-archive.ts'
import { contentRatings, type entitlements } from './entitlements.ts'
import { MemorySwitch } from './memory.ts'
import { readableName, spaceOnce } from './names.ts'
import type { Routes } from './routes.ts'

/** From least to most rights; the table is `entitlements`. */
export const accountTypes = ['free', 'premium', 'admin'] as const satisfies (keyof typeof entitlements)[]
export type AccountType = (typeof accountTypes)[number]

export const accountLimits = {
  usernameMax: 64,
  passwordMin: 6,
  /** Bounds the work of one hash. */
  passwordMaxBytes: 1024,
  displayNameMax: 50,
  /** Recovery codes of one set. */
  recoveryCodes: 10,
  /** How long a deletion can be cancelled, in milliseconds. */
  deletionWindow: 14 * 24 * 60 * 60 * 1000,
} as const

/** New usernames. The reserved ones are the server's (`accounts/reserved-names.ts`). */
export const Username = readableName(
  z
    .string()
    .transform((name) => name.normalize('NFKC').trim())
    .refine((name) => name.length > 0, 'Please choose a username')
    .refine((name) => [...name].length <= accountLimits.usernameMax, 'Username must be 64 characters or less')
    .refine((name) => !/\s{2}/u.test(name), 'Username has several spaces in a row'),
  'Username',
)

/** Usernames are unique by this key: NFKC, trimmed, case-folded. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
}

const personName = (missing: string, subject: string) =>
  z
    .string({ error: missing })
    .transform(spaceOnce)
    .refine((name) => name.length > 0, missing)
    .refine((name) => [...name].length <= accountLimits.displayNameMax, `${subject} must be 50 characters or less`)

export const DisplayName = readableName(personName('Display name is required', 'Display name'), 'Display name')

export const Password = z.string().max(accountLimits.passwordMaxBytes).default('')

/** Empty fields pass here; the routes reject them with the forms' messages. */
const Credentials = z.object({ username: z.string().max(1000).default(''), password: Password })

/**
 * `identity`: a login at the OpenID provider that no account has yet, in place of a password. The token of an invitation
 * counts where people sign up by invitation.
 */
const RegisterRequest = Credentials.extend({
  identity: z.string().max(4000).optional(),
  invitation: z.string().max(100).optional(),
})

/** Ends every other session and the recovery codes, and gives this session a new cookie. */
const ChangePasswordRequest = z.object({ currentPassword: Password, newPassword: Password })

/** Sets a new password with a recovery code. */
const RecoverRequest = z.object({
  username: z.string().max(1000).default(''),
  code: z.string().max(200).default(''),
  newPassword: Password,
})

/** The body of routes that ask for the password again, such as deleting the account. */
export const PasswordCheck = z.object({ password: Password })

/** What characters call a user: the account's player name, and the name of a persona. */
export const PlayerName = readableName(personName('Please enter a name', 'A name'), 'The name')

/** A name that is left out stays as it is. */
export const ProfileRequest = z
  .object({
    displayName: DisplayName.optional(),
    /** The name by which characters call the user. */
    playerName: PlayerName.optional(),
  })
  .refine(({ displayName, playerName }) => displayName !== undefined || playerName !== undefined, {
    path: ['displayName'],
    message: 'Display name is required',
  })
export type ProfileRequest = z.infer<typeof ProfileRequest>

export const User = z.object({
  id: z.string(),
  username: z.string(),
  /** The display name, or the username before one is set. */
  name: z.string(),
  displayName: z.string().nullable(),
  /** The name by which characters call the user; null until chosen, and `name` is used. */
  playerName: z.string().nullable(),
  accountType: z.enum(accountTypes),
  /** Whether the account may use the moderation dashboard without being an admin. */
  isModerator: z.boolean(),
  /** Whether chats are filtered: always for free accounts, by choice for premium, never for admins. */
  chatFilter: z.boolean(),
  /** Whether conversations have a memory where nothing else is chosen for them. */
  memory: z.boolean(),
  adultConfirmed: z.boolean(),
  /** Whether the account is new: in its first session, within a day, and without a conversation that has begun. */
  isNewcomer: z.boolean(),
  createdAt: z.number().int(),
  /** The operator's ceiling, whatever the account type allows. */
  maxContentRating: z.enum(contentRatings),
  /** When a pending deletion takes effect, in milliseconds since 1970; null when none is pending. */
  deletionScheduledAt: z.number().int().nullable(),
  /** The announcement that the user has closed. */
  dismissedAnnouncement: z.string().nullable(),
  /** The end of a suspension by moderators; null when there is none. */
  suspendedUntil: z.number().int().nullable(),
})
export type User = z.infer<typeof User>

export const UserResponse = z.object({ user: User })

/** The answer to a change of the password, with the number of recovery codes that it ended. */
const PasswordChanged = UserResponse.extend({ recoveryCodesEnded: z.number().int() })

export const deviceKinds = ['computer', 'phone', 'tablet', 'program'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** A device on which the account is signed in. */
export const Session = z.object({
  id: z.string(),
  /** Browser and operating system by the user agent: "Firefox on Windows". */
  device: z.string(),
  kind: z.enum(deviceKinds),
  createdAt: z.number().int(),
  lastSeenAt: z.number().int(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** Unused recovery codes and when they were created; `createdAt` is null before the first. */
export const RecoveryCodesLeft = z.object({ remaining: z.number().int(), createdAt: z.number().int().nullable() })
export type RecoveryCodesLeft = z.infer<typeof RecoveryCodesLeft>

/** New recovery codes. Only this response ever contains them. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()), createdAt: z.number().int() })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

/** Messages of the auth forms, the same on client and server. */
export const authMessages = {
  loginMissing: 'Please enter both username and password',
  registerMissing: 'Please fill in all fields',
  passwordsDiffer: 'Passwords do not match',
  passwordShort: (min: number) => `Password must be at least ${min} characters long`,
  passwordCommon: 'This password is too easy to guess. Please choose another.',
  changeMissing: 'Please fill in all fields',
  usernameReserved: 'That username is reserved. Please choose another.',
  displayNameReserved: 'That display name is reserved. Please choose another.',
  recoverMissing: 'Please enter your username, a recovery code and a new password',
} as const

const access = 'signed-in'
const withPassword = { access, limit: 'passwordCheck' } as const

export const signInApi = {
  'POST /api/auth/register': { access: 'public', limit: 'register', body: RegisterRequest, response: UserResponse },
  'POST /api/auth/login': { access: 'public', limit: 'loginAddress', body: Credentials, response: UserResponse },
  'POST /api/auth/recover': { access: 'public', limit: 'loginAddress', body: RecoverRequest, response: UserResponse },
  'POST /api/auth/logout': { access: 'public' },
} as const satisfies Routes

/** The viewer's own account. */
export const profileApi = {
  'GET /api/auth/me': { access: 'signed-in-pending-deletion', key: 'read', response: UserResponse },
  'PUT /api/auth/user/profile': { access, key: 'everything', body: ProfileRequest, response: UserResponse },
  /** A premium account switches the filter of its chats on or off. */
  'PUT /api/auth/chat-filter': { access, body: z.object({ enabled: z.boolean() }), response: UserResponse },
  /** Hides an announcement on all devices of the account. */
  'PUT /api/auth/dismissed-announcement': {
    access: 'signed-in-pending-deletion',
    body: z.object({ id: z.string().max(64) }),
    response: UserResponse,
  },
  'PUT /api/auth/memory': { access, key: 'everything', body: MemorySwitch, response: UserResponse },
  'POST /api/auth/adult-confirmation': {
    access,
    body: z.object({ confirmed: z.literal(true) }),
    response: UserResponse,
  },
} as const satisfies Routes

export const settingsApi = {
  'POST /api/auth/password': { ...withPassword, body: ChangePasswordRequest, response: PasswordChanged },
  'GET /api/auth/recovery-codes': { access, response: RecoveryCodesLeft },
  'POST /api/auth/recovery-codes': { ...withPassword, body: PasswordCheck, response: RecoveryCodes },
  'GET /api/auth/sessions': { access, response: z.array(Session) },
  'DELETE /api/auth/sessions': { access },
  'DELETE /api/auth/sessions/:id': { access },
  /** An archive, as account-archive.ts has it. */
  'GET /api/auth/data': { access: 'signed-in-pending-deletion', key: 'everything', limit: 'download' },
  /** What the archive would have now. */
  'GET /api/auth/data/manifest': { access, key: 'everything', limit: 'download', response: ArchiveManifest },
  'POST /api/auth/deletion': {
    access: 'signed-in-suspended',
    limit: 'passwordCheck',
    body: PasswordCheck,
    response: z.object({ deletionScheduledAt: z.number().int() }),
  },
  'POST /api/auth/restore': { access: 'signed-in-pending-deletion', response: UserResponse },
} as const satisfies Routes
