import type { AuditAction, AuditEntry, AuditTarget } from '#shared/audit.ts'

export const auditActionLabels: Record<AuditAction, string> = {
  approve: 'Approve',
  dismiss: 'Dismiss',
  escalate: 'Escalate',
  suspend: 'Suspend',
  lift_suspension: 'Lift suspension',
  grant_admin: 'Grant admin',
  revoke_admin: 'Revoke admin',
  grant_premium: 'Grant Premium',
  revoke_premium: 'Revoke Premium',
  end_sessions: 'End sessions',
}

export const auditTargetLabels: Record<AuditTarget, string> = { flag: 'Flags', user: 'Accounts' }

/** Who acted. Entries of the command line have no account. */
export function actorName(actor: AuditEntry['actor']): string {
  return actor === null ? 'Command line' : actor.name || 'A deleted account'
}
