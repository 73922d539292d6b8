import { z } from 'zod'
import { cleanText } from './clean-text.ts'
import type { Routes } from './routes.ts'
import { numberWithin } from './text-fields.ts'

export const invitationLimits = { note: 100, uses: 1_000, days: 365, listed: 200 } as const

export const InvitationRequest = z.object({
  /** Only for admins: whom it is for. */
  note: z
    .string()
    .transform(cleanText)
    .refine((note) => [...note].length <= invitationLimits.note, 'Please use 100 characters or less'),
  maxUses: numberWithin(1, invitationLimits.uses),
  /** Days until it ends; null: it stays valid. */
  days: numberWithin(1, invitationLimits.days).nullable(),
})
export type InvitationRequest = z.infer<typeof InvitationRequest>

/** A link with which people sign up. */
export const Invitation = z.object({
  id: z.string(),
  token: z.string(),
  note: z.string(),
  uses: z.number().int(),
  maxUses: z.number().int(),
  expiresAt: z.number().int().nullable(),
  revokedAt: z.number().int().nullable(),
  createdAt: z.number().int(),
  state: z.enum(['valid', 'used', 'expired', 'revoked']),
  /** Who signed up with it, newest first, without accounts that were deleted since. */
  users: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type Invitation = z.infer<typeof Invitation>

/** The newest ones. */
const Invitations = z.object({ invitations: z.array(Invitation) })
const access = 'admin'

export const invitationApi = {
  'GET /api/admin/invitations': { access, response: Invitations },
  'POST /api/admin/invitations': { access, body: InvitationRequest, response: Invitations, status: 201 },
  'DELETE /api/admin/invitations/:id': { access, response: Invitations },
} as const satisfies Routes
