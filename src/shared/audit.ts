import { z } from 'zod'
import type { Routes } from './routes.ts'

/** What moderators do, and what they see of the audit log. The first three are decisions on flags. */
export const moderationActions = ['approve', 'dismiss', 'escalate', 'undo', 'suspend', 'lift_suspension'] as const

/** What the audit log records, and how an entry begins. */
export const auditActionVerbs = {
  approve: 'Approved',
  dismiss: 'Dismissed',
  escalate: 'Escalated',
  undo: 'Undid the approval',
  suspend: 'Suspended',
  lift_suspension: 'Lifted the suspension',
  grant_admin: 'Made an admin',
  revoke_admin: 'No longer an admin',
  grant_moderator: 'Made a moderator',
  revoke_moderator: 'No longer a moderator',
  save_model: 'Saved a model connection',
  delete_model: 'Deleted a model connection',
  order_models: 'Changed the order of the model connections',
  save_images: 'Saved the connection to an image service',
  delete_images: 'Deleted the connection to an image service',
  save_voices: 'Saved the connection to a voice service',
  delete_voices: 'Deleted the connection to a voice service',
  order_voices: 'Changed the order of the voice services',
  grant_premium: 'Was given Premium',
  revoke_premium: 'Premium taken back',
  end_sessions: 'Logged out everywhere',
  issue_recovery_code: 'Was given a recovery code',
  change_subscription: 'Subscription changed',
  save_budget: 'Changed the monthly budget for models',
  save_page: 'Edited a page of this site',
  change_setting: 'Changed a setting of this site',
  announce: 'Changed the announcement',
  create_invitation: 'Created an invitation',
  revoke_invitation: 'Revoked an invitation',
} as const
export type AuditAction = keyof typeof auditActionVerbs
export const auditActions = Object.keys(auditActionVerbs) as [AuditAction, ...AuditAction[]]

export const auditTargets = ['flag', 'user', 'model', 'images', 'voices', 'site'] as const
export type AuditTarget = (typeof auditTargets)[number]

/** An entry, as clients of the API and the dashboard read it. */
export const AuditEntry = z.object({
  id: z.string(),
  action: z.enum(auditActions),
  targetType: z.enum(auditTargets),
  targetId: z.string(),
  /**
   * What the entry is about, as it was called then: the character or user of a flag, the account's username, the model
   * connection. It is no part of the entry itself, and empty once the account is deleted.
   */
  targetName: z.string(),
  /** What happened, in one sentence. */
  details: z.string(),
  createdAt: z.number().int(),
  /** Its place in the log, from 1 without gaps. */
  seq: z.number().int(),
  /** Null for a command line and for the payment service. The name is empty once the account is deleted. */
  actor: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The recorded facts: the status before and after, the effect, the hash of the note. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  requestId: z.string(),
  /** Of this entry and everything before it: sha256, hex. */
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Newest first. The header X-Next-Cursor pages on. */
export const AuditQuery = z.object({
  action: z.enum(auditActions).optional(),
  targetType: z.enum(auditTargets).optional(),
  targetId: z.string().max(64).optional(),
  /** Words in the target's or actor's id or name, or the facts. */
  search: z.string().max(200).optional(),
  /** Milliseconds since 1970; `to` is exclusive. */
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>
const AuditList = z.object({ audits: z.array(AuditEntry) })

/** The whole log or a part, as JSON Lines or CSV. */
const AuditExportQuery = AuditQuery.omit({ limit: true, cursor: true }).extend({
  format: z.enum(['jsonl', 'csv']).default('jsonl'),
})

/**
 * The end of the log. A copy outside the server proves later that no entry up to it was
 * changed or removed. `seq` is 0 while the log is empty.
 */
export const AuditHead = z.object({ seq: z.number().int(), hash: z.string(), at: z.number().int() })
export type AuditHead = z.infer<typeof AuditHead>

export const auditApi = {
  'GET /api/admin/audits': { access: 'moderator', query: AuditQuery, response: AuditList },
  'GET /api/admin/audits/export': { access: 'admin', query: AuditExportQuery },
  'GET /api/admin/audits/head': { access: 'admin', response: AuditHead },
} as const satisfies Routes
