import { timeAgo } from '#client/lib/dates.ts'
import { counted } from '#client/lib/format-count.ts'
import type { Flag, FlagAction, FlagStatus, RecordedAction } from '#shared/flags.ts'
import type { FlagEffect } from '#shared/moderation.ts'

export const statusLabels: Record<FlagStatus, string> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
}

export const actionLabels: Record<FlagAction, string> = {
  approve: 'Approve',
  dismiss: 'Dismiss',
  escalate: 'Escalate',
}

/** The action in the past, after the name of who did it: "Dana approved this flag". */
export const actionsDone: Record<FlagAction, string> = {
  approve: 'approved',
  dismiss: 'dismissed',
  escalate: 'escalated',
}

/** "Dana …", in the record of a flag. */
export const describeRecorded = (action: RecordedAction): string => {
  if (action === 'lift_suspension') return 'lifted the suspension'
  return action === 'undo' ? 'undid the approval' : `${actionsDone[action]} it`
}

export const sourceLabels: Record<Flag['source'], string> = {
  report: 'Reported by users',
  policy: 'Found by the safety policy',
  appeal: 'Appeal',
  payment: 'Payment service',
  admin: 'An admin, without a report',
}

export const claimLabels = {
  me: 'Claimed by me',
  others: 'Claimed by others',
  nobody: 'Not claimed',
} as const

export const effectLabels: Record<FlagEffect, string> = {
  none: 'No effect',
  held: 'Held back from the gallery',
  character_removed: 'Character removed',
  message_redacted: 'Message redacted',
  strike: 'Strike',
  warning: 'Warning',
  reversed: 'Decision reversed',
}

/** How often a flag was raised; null if it was raised once. */
export function describeCount({ source, reportCount }: Pick<Flag, 'source' | 'reportCount'>): string | null {
  if (source === 'report') return counted(reportCount, 'report')
  return reportCount === 1 ? null : `Raised ${reportCount} times`
}

/** A deleted account has no name. */
export const personName = (person: { name: string }) => person.name || 'A deleted account'

/** Why an action is refused because of what another admin did. Null if nobody did. */
export function describeConflict(flag: Flag, now = Date.now()): string | null {
  const { decision, claim, status } = flag
  if (decision) {
    const done = status === 'dismissed' ? actionsDone.dismiss : actionsDone.approve
    return `${personName(decision.by)} ${done} this flag ${timeAgo(decision.at, now)}.`
  }
  if (claim && claim.until > now) return `${personName(claim)} is working on this flag.`
  return status === 'acknowledged' ? 'This flag was already escalated.' : null
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * A length of time in days, hours or, below ten hours, minutes.
 * @example formatDuration(90 * 60_000) // '1 h 30 min'
 */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 2 * day) return `${Math.round(milliseconds / day)} days`
  if (milliseconds >= 10 * hour) return `${Math.round(milliseconds / hour)} h`
  const minutes = Math.max(1, Math.round(milliseconds / minute))
  const parts = [Math.floor(minutes / 60), minutes % 60]
  return parts
    .map((part, index) => part > 0 && `${part} ${index === 0 ? 'h' : 'min'}`)
    .filter(Boolean)
    .join(' ')
}

export function describeDue(dueAt: number, now = Date.now()): string {
  return dueAt < now ? `Overdue by ${formatDuration(now - dueAt)}` : `Due in ${formatDuration(dueAt - now)}`
}

/** @example describeBulk('dismiss', 4, 1) // '4 flags dismissed. 1 flag was left: another admin has it, or has decided it.' */
export function describeBulk(action: 'approve' | 'dismiss', decided: number, skipped: number): string {
  const done = `${counted(decided, 'flag')} ${actionsDone[action]}.`
  if (skipped === 0) return done
  if (skipped === 1) return `${done} 1 flag was left: another admin has it, or has decided it.`
  return `${done} ${skipped} flags were left: another admin has them, or has decided them.`
}
