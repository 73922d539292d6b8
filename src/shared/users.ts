import { z } from 'zod'
import { accountTypes, PasswordCheck, Session } from './accounts.ts'
import type { Routes } from './routes.ts'

export const userStates = ['moderator', 'suspended', 'deletion'] as const

/** The newest accounts come first. The header X-Next-Cursor pages on. */
export const AdminUserQuery = z.object({
  /** Words of the username and the display name. */
  search: z.string().max(200).optional(),
  plan: z.enum(accountTypes).optional(),
  state: z.enum(userStates).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.string().max(500).optional(),
})
export type AdminUserQuery = z.infer<typeof AdminUserQuery>

/** An account as admins see it. */
export const AdminUser = z.object({
  id: z.string(),
  username: z.string(),
  /** The display name, or the username before one is set. */
  name: z.string(),
  accountType: z.enum(accountTypes),
  /** Whether it may use the moderation dashboard without being an admin. */
  isModerator: z.boolean(),
  /** Whether an admin gave it Premium, whatever it pays. */
  premiumGranted: z.boolean(),
  /** Null without a suspension. */
  suspendedUntil: z.number().int().nullable(),
  /** Null without a pending deletion. */
  deletionScheduledAt: z.number().int().nullable(),
  createdAt: z.number().int(),
  /** Null when it is logged in nowhere. */
  lastSeenAt: z.number().int().nullable(),
})
export type AdminUser = z.infer<typeof AdminUser>
const AdminUsers = z.object({ users: z.array(AdminUser) })

export const AdminUserDetails = z.object({
  user: AdminUser,
  characters: z.number().int(),
  conversations: z.number().int(),
  /** Decisions that count against the account. */
  strikes: z.number().int(),
  /** The status of its newest subscription at the payment service; null without one, and for moderators. */
  subscription: z.string().nullable(),
  /** Empty for moderators. */
  sessions: z.array(Session),
})
export type AdminUserDetails = z.infer<typeof AdminUserDetails>

const GrantRequest = z.object({ granted: z.boolean() })

/** Who may moderate, and who may do everything. */
export const accountRoles = ['none', 'moderator', 'admin'] as const
export type AccountRole = (typeof accountRoles)[number]

/** With the password of the admin who acts. */
const RoleRequest = PasswordCheck.extend({ role: z.enum(accountRoles) })

/** Shown once, and used once. */
const IssuedRecoveryCode = z.object({ code: z.string() })

const access = 'admin'

export const userApi = {
  'GET /api/admin/users': { access, query: AdminUserQuery, response: AdminUsers },
  'GET /api/admin/users/:id': { access: 'moderator', response: AdminUserDetails },
  'DELETE /api/admin/users/:id/sessions': { access },
  'POST /api/admin/users/:id/recovery-code': { access, response: IssuedRecoveryCode, status: 201 },
  'PUT /api/admin/users/:id/premium': { access, body: GrantRequest, response: AdminUserDetails },
  'PUT /api/admin/users/:id/role': { access, limit: 'passwordCheck', body: RoleRequest, response: AdminUserDetails },
} as const satisfies Routes
