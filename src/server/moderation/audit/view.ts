import { fieldsOf } from '#server/core/fields-of.ts'
import { AuditEntry, auditActionVerbs } from '#shared/audit.ts'
import { type FlagCategory, flagCategories } from '#shared/moderation.ts'
import type { NamedAuditRow } from './queries.ts'

export function viewAudit(row: NamedAuditRow): AuditEntry {
  const fields = fieldsOf(AuditEntry, row)
  const { action, facts } = fields
  return {
    ...fields,
    targetName: row.target_name ?? (typeof facts.name === 'string' ? facts.name : ''),
    details: describeEntry(action, facts),
    actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? '' },
  }
}

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
  const parts: string[] = [category ? `${auditActionVerbs[action]}: ${category.label}` : auditActionVerbs[action]]
  // Of a lifted suspension, `before` is the time at which it would have ended.
  if (typeof before === 'string' && before !== after) parts.push(`${before} → ${after}`)
  if (effect) parts.push(effect)
  if (suspendedUntil)
    parts.push(`account suspended until ${new Date(Number(suspendedUntil)).toISOString().slice(0, 10)}`)
  return `${parts.join('; ')}.`
}
