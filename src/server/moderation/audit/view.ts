import type { AuditEntry } from '#shared/audit.ts'
import { type FlagCategory, flagCategories } from '#shared/moderation.ts'
import type { NamedAuditRow } from './queries.ts'

export function viewAudit(row: NamedAuditRow): AuditEntry {
  const facts = JSON.parse(row.facts) as AuditEntry['facts']
  return {
    id: row.id,
    action: row.action,
    targetType: row.target_type,
    targetId: row.target_id,
    targetName: row.target_name ?? (typeof facts.name === 'string' ? facts.name : ''),
    details: describeEntry(row.action, facts),
    createdAt: row.created_at,
    seq: row.seq,
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
    facts,
    requestId: row.request_id,
    hash: row.hash,
  }
}

const verbs = {
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

const effects: Record<string, string> = {
  character_removed: 'the character was removed',
  message_redacted: 'the message was removed',
  strike: 'the user got a strike',
  warning: 'the user was warned',
  reversed: 'the decision was undone',
}

function describeEntry(action: AuditEntry['action'], facts: AuditEntry['facts']): string {
  const { before, after, suspendedUntil } = facts
  const effect = effects[String(facts.effect)]
  const category = flagCategories[facts.category as FlagCategory]
  const parts: string[] = [category ? `${verbs[action]}: ${category.label}` : verbs[action]]
  // Of a lifted suspension, `before` is the time at which it would have ended.
  if (typeof before === 'string' && before !== after) parts.push(`${before} → ${after}`)
  if (effect) parts.push(effect)
  if (suspendedUntil)
    parts.push(`account suspended until ${new Date(Number(suspendedUntil)).toISOString().slice(0, 10)}`)
  return `${parts.join('; ')}.`
}
