import type { AuditAction, AuditEntry, AuditTarget } from '#shared/audit.ts'

export const auditActionLabels: Record<AuditAction, string> = {
  approve: 'Approve',
  dismiss: 'Dismiss',
  escalate: 'Escalate',
  undo: 'Undo',
  suspend: 'Suspend',
  lift_suspension: 'Lift suspension',
  grant_admin: 'Grant admin',
  revoke_admin: 'Revoke admin',
  grant_moderator: 'Grant moderator',
  revoke_moderator: 'Revoke moderator',
  save_model: 'Save model',
  delete_model: 'Delete model',
  order_models: 'Order models',
  save_images: 'Save image service',
  delete_images: 'Delete image service',
  save_voices: 'Save voice service',
  delete_voices: 'Delete voice service',
  order_voices: 'Order voice services',
  grant_premium: 'Grant Premium',
  revoke_premium: 'Revoke Premium',
  end_sessions: 'End sessions',
  issue_recovery_code: 'Recovery code',
  change_subscription: 'Subscription',
  save_budget: 'Budget',
  save_page: 'Edit page',
  change_setting: 'Setting',
  announce: 'Announcement',
  create_invitation: 'Create invitation',
  revoke_invitation: 'Revoke invitation',
}

/** The names of a target, and of all of its kind. */
export const auditTargetNames: Record<AuditTarget, readonly [one: string, all: string]> = {
  flag: ['Flag', 'Flags'],
  user: ['Account', 'Accounts'],
  model: ['Model', 'Models'],
  images: ['Image service', 'Image service'],
  voices: ['Voice service', 'Voice services'],
  site: ['Site', 'Site'],
}

/** Who acted. Entries of the command line and of the payment service have no account. */
export function actorName({ actor, action }: AuditEntry): string {
  if (actor === null) return action === 'change_subscription' ? 'Payment service' : 'Command line'
  return actor.name || 'A deleted account'
}
