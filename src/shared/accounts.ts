import { z } from 'zod'
import { contentRatings, type entitlements } from './entitlements.ts'

/** Accounts: who someone is, and the words the forms say. */
export const accountTypes = ['free', 'premium', 'admin'] as const satisfies (keyof typeof entitlements)[]
export type AccountType = (typeof accountTypes)[number]

export const accountLimits = {
  usernameMax: 64,
  passwordMin: 6,
  /** argon2 hashes what it is given; the cap only bounds work. */
  passwordMaxBytes: 1024,
  displayNameMax: 50,
  /** Recovery codes are made this many at a time. */
  recoveryCodes: 10,
  /** How long a deleted account can be brought back, in milliseconds. */
  deletionWindow: 14 * 24 * 60 * 60 * 1000,
} as const

/**
 * A name may hold anything but control characters, lone surrogates, marks that turn the text's direction, and what
 * takes no ink: two names must not look the same for its sake. The joiners stay, emoji and Persian are made with them.
 */
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it refuses
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|\p{Cs}/u

export const Username = z
  .string()
  .transform((name) => name.normalize('NFKC').trim())
  .refine((name) => name.length > 0, 'Please choose a username')
  .refine((name) => [...name].length <= accountLimits.usernameMax, 'Username must be 64 characters or less')
  .refine((name) => !unprintable.test(name), 'Username contains characters that cannot be shown')

/** The key that decides uniqueness: NFKC, trimmed, case-folded. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase().normalize('NFKC')
}

export const DisplayName = z
  .string({ error: 'Display name is required' })
  .transform((name) => name.trim())
  .refine((name) => name.length > 0, 'Display name is required')
  .refine((name) => [...name].length <= accountLimits.displayNameMax, 'Display name must be 50 characters or less')
  .refine((name) => !unprintable.test(name), 'Display name contains characters that cannot be shown')

/** `POST /api/auth/login` and `/register`. Empty fields pass here, so that the refusal is in the words of the forms. */
export const Credentials = z.object({
  username: z.string().max(1000).default(''),
  password: z.string().max(accountLimits.passwordMaxBytes).default(''),
})

const Password = z.string().max(accountLimits.passwordMaxBytes).default('')

/** `POST /api/auth/password`: every other session ends, and this one gets a new cookie. */
export const ChangePasswordRequest = z.object({ currentPassword: Password, newPassword: Password })

/** `POST /api/auth/recover`: a recovery code in place of the password, and a new password. */
export const RecoverRequest = z.object({
  username: z.string().max(1000).default(''),
  code: z.string().max(200).default(''),
  newPassword: Password,
})

/** What cannot be taken back lightly asks for the password once more. */
export const PasswordCheck = z.object({ password: Password })

export const ProfileRequest = z.object({ displayName: DisplayName })

export const User = z.object({
  id: z.string(),
  username: z.string(),
  /** The display name, or the username before one is set. */
  name: z.string(),
  displayName: z.string().nullable(),
  accountType: z.enum(accountTypes),
  chatFilter: z.boolean(),
  adultConfirmed: z.boolean(),
  createdAt: z.number().int(),
  /** The most that whoever runs the house carries, whatever the account type allows. */
  maxContentRating: z.enum(contentRatings),
  /** When the account will be gone for good, once its owner asked for that; until then it can be brought back. */
  deletionScheduledAt: z.number().int().nullable(),
})
export type User = z.infer<typeof User>

export const UserResponse = z.object({ user: User })

export const deviceKinds = ['computer', 'phone', 'tablet', 'program'] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** A place where the account is signed in. */
export const Session = z.object({
  id: z.string(),
  /** The browser and the system, as far as it says: "Firefox on Windows". */
  device: z.string(),
  kind: z.enum(deviceKinds),
  createdAt: z.number().int(),
  lastSeenAt: z.number().int(),
  /** Whether this is the session that asks. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** How many recovery codes are left, and since when; none were made while `createdAt` is null. */
export const RecoveryCodesLeft = z.object({ remaining: z.number().int(), createdAt: z.number().int().nullable() })
export type RecoveryCodesLeft = z.infer<typeof RecoveryCodesLeft>

/** New recovery codes: the only time they are told. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()), createdAt: z.number().int() })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const DeletionScheduled = z.object({ deletionScheduledAt: z.number().int() })

/** The words of the auth forms (spec §5), said alike by client and server. */
export const authMessages = {
  loginMissing: 'Please enter both username and password',
  registerMissing: 'Please fill in all fields',
  passwordsDiffer: 'Passwords do not match',
  passwordShort: (min: number) => `Password must be at least ${min} characters long`,
  passwordCommon: 'That password is one of the first anyone would guess. Please choose another.',
  changeMissing: 'Please fill in all fields',
  recoverMissing: 'Please enter your username, a recovery code and a new password',
} as const
