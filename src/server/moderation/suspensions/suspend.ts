import { hash } from 'node:crypto'
import { publishNotice } from '#server/core/account-events.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import type { SuspensionRequest, SuspensionResponse } from '#shared/moderation.ts'
import { appendAudit, type NewAuditEntry } from '../audit/append-audit.ts'
import { applySuspensions } from '../enforcement/apply-decisions.ts'
import { endSuspensions, findSuspendable, lockSuspensions } from '../enforcement/queries.ts'
import { changeFlag, isAboutStaff, type Moderator } from '../flags/change-flag.ts'
import { enforce } from '../flags/decide-flags.ts'
import { insertAction } from '../flags/queries.ts'
import { appendAlerts } from '../queries.ts'
import { announceAlerts, storeFlag } from '../raise-flag.ts'

/**
 * Suspends an account without a report: raises a flag about it and approves it, so that its owner reads the decision and
 * can appeal it like any other. An undecided flag about the account of the same category is approved instead.
 */
export async function suspendAccount(
  context: Context,
  moderator: Moderator,
  userId: string,
  { category, days, reason, notes }: SuspensionRequest,
): Promise<SuspensionResponse> {
  const { admin } = moderator
  const suspendedUntil = await context.transact(async (trx) => {
    const { username, display_name } = await findOther(trx, admin, userId)
    const name = display_name ?? username
    const { row } = await storeFlag(context, trx, {
      targetType: 'user',
      targetId: userId,
      targetName: name,
      category,
      source: 'admin',
      summary: `User “${name}”`,
      details: '',
      subjectId: userId,
      evidence: { username, name },
    })
    const request = { notes, reason, suspendDays: days }
    const decision = await changeFlag(context, trx, admin, { id: row.id, action: 'approve', request })
    await enforce(context, trx, decision)
    const facts = { flag: row.id, category, suspendedUntil: decision.suspendedUntil, noteHash: hashNote(notes) }
    await record(context, trx, moderator, { action: 'suspend', userId, flagIds: [row.id], facts })
    return decision.suspendedUntil
  })
  announceAlerts(context)
  publishNotice(context, [userId])
  return { suspendedUntil }
}

/** Ends all suspensions of an account now. The decisions stand, with their strikes and what they removed. */
export async function liftSuspension(
  context: Context,
  moderator: Moderator,
  userId: string,
  { notes }: { notes: string },
): Promise<SuspensionResponse> {
  const { admin } = moderator
  await context.transact(async (trx) => {
    const { suspended_until: before } = await findOther(trx, admin, userId)
    await lockSuspensions(trx, context.dialect, userId)
    const now = context.clock.now()
    const flagIds = await endSuspensions(trx, userId, now)
    if (flagIds.length === 0) throw new ApiError('not_suspended')
    for (const flag_id of flagIds) {
      const action = { action: 'lift_suspension', actor_id: admin.id, note: notes, created_at: now } as const
      await insertAction(context, trx, { flag_id, ...action })
    }
    await applySuspensions(context, trx, userId)
    const facts = { before, noteHash: hashNote(notes) }
    await record(context, trx, moderator, { action: 'lift_suspension', userId, flagIds, facts })
  })
  announceAlerts(context)
  return { suspendedUntil: null }
}

/** The account, unless it is the moderator's own, or one about which only admins decide. */
async function findOther(trx: Queryable, moderator: Viewer, userId: string) {
  if (userId === moderator.id) throw new ApiError('own_content')
  const user = orNotFound(await findSuspendable(trx, userId))
  if (moderator.account_type !== 'admin' && (await isAboutStaff(trx, userId))) throw new ApiError('needs_admin')
  return user
}

const hashNote = (note: string) => (note === '' ? null : hash('sha256', note, 'hex'))

/** The audit entry and the alerts; last in the transaction, because both wait for all others that append. */
async function record(
  context: Context,
  trx: Queryable,
  moderator: Moderator,
  { action, userId, flagIds, facts }: Pick<NewAuditEntry, 'action' | 'facts'> & { userId: string; flagIds: string[] },
) {
  await appendAudit(context, trx, moderator, [{ action, target_type: 'user', target_id: userId, facts }])
  await appendAlerts(context, trx, 'flag_updated', flagIds)
}
