import { hash } from 'node:crypto'
import { assertOtherAdmin } from '#server/accounts/last-admin.ts'
import { publishChange, publishNotice } from '#server/core/account-events.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import { runExclusive } from '#server/core/run-exclusive.ts'
import { displayName } from '#server/core/viewer.ts'
import { ApiError, fieldError, notFound, orNotFound } from '#server/http/api-error.ts'
import type { AuditEntry } from '#shared/audit.ts'
import { areOfOneKind, type BulkActionRequest, type Flag, type FlagAction, flagLimits } from '#shared/flags.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { viewAudit } from '../audit/view.ts'
import { applyDecisions, applySuspensions } from '../enforcement/apply-decisions.ts'
import { listCopies } from '../enforcement/queries.ts'
import { appendAlerts } from '../queries.ts'
import { announceAlerts } from '../raise-flag.ts'
import { changeFlag, type Decision, type Moderator, type Request } from './change-flag.ts'
import { createRefusalError } from './create-refusal-error.ts'
import {
  findFlag,
  findUndecidedLike,
  insertAction,
  listConcerned,
  listFlagsById,
  lockFlag,
  markFlag,
  reopenFlag,
} from './queries.ts'
import { viewFlag } from './view.ts'

/** Acts on one flag: the flag, what it enforces, the audit entry and the alert are one transaction. */
export async function decideFlag(
  context: Context,
  moderator: Moderator,
  id: string,
  { action, ...request }: Request & { action: FlagAction },
): Promise<{ flag: Flag; audit: AuditEntry }> {
  const decide = () =>
    context.transact(async (trx) => {
      const decision = await changeFlag(context, trx, moderator.admin, { id, action, request })
      return record(context, trx, moderator, [await enforce(context, trx, decision)])
    })
  const result = await runExclusive(`flag ${id}`, decide)
  await announce(context, result.flags)
  const [flag] = result.flags
  const [audit] = result.audits
  if (!flag || !audit) throw notFound()
  return { flag, audit }
}

/** Dismisses or approves each of these flags that can be, with one note. Those that are approved must be of one kind. */
export async function decideFlags(
  context: Context,
  moderator: Moderator,
  { ids, action, ...request }: BulkActionRequest,
) {
  const skipped: { id: string; code: string }[] = []
  const { flags } = await context.transact(async (trx) => {
    if (action === 'approve' && !areOfOneKind((await listFlagsById(trx, ids)).map(viewFlag))) {
      throw fieldError('ids', 'Only flags with the same category and the same kind of target are approved together.')
    }
    const decisions: Decision[] = []
    // Flags are locked in the order of their ids, and before their targets, so that two such transactions cannot
    // deadlock.
    for (const id of [...new Set(ids)].sort()) {
      try {
        decisions.push(await changeFlag(context, trx, moderator.admin, { id, action, request }))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        skipped.push({ id, code: error.code })
      }
    }
    const byTarget = decisions.toSorted((a, b) => (a.before.target_id < b.before.target_id ? -1 : 1))
    for (const decision of byTarget) await enforce(context, trx, decision)
    return decisions.length > 0 ? record(context, trx, moderator, decisions) : { flags: [] }
  })
  await announce(context, flags)
  return { flags, skipped }
}

/** Tells the dashboards, whom the decisions concern, and open chats whose messages they removed or restored. */
async function announce(context: Context, flags: readonly Flag[]): Promise<void> {
  const ids = flags.map(({ id }) => id)
  announceAlerts(context)
  publishNotice(context, await listConcerned(context.db, ids))
  for (const { targetType, targetId } of flags) {
    const copies = targetType === 'message' ? await listCopies(context.db, targetId) : []
    for (const { user_id, conversation_id: conversationId } of copies) {
      publishChange(context, user_id, { conversationId, replyId: null, tabId: null })
    }
  }
}

/**
 * Undoes an approval: what it enforced ends, and the flag is open again, as if nobody had decided it. Moderators undo their
 * own approvals, admins all.
 */
export async function undoApproval(context: Context, moderator: Moderator, id: string, note: string): Promise<Flag> {
  const { admin } = moderator
  const now = context.clock.now()
  const { flags } = await context.transact(async (trx) => {
    await lockFlag(trx, context.dialect, id)
    const before = orNotFound(await findFlag(trx, id))
    if (before.status !== 'resolved' || before.reversed_at !== null)
      throw createRefusalError('already_in_state', before)
    if (before.subject_id === admin.id) throw createRefusalError('own_content', before)
    if (admin.account_type !== 'admin' && before.decided_by !== admin.id)
      throw createRefusalError('needs_admin', before)
    const other = await findUndecidedLike(trx, before)
    if (other) {
      const isAppeal = other.previous_flag_id === id
      const message = isAppeal
        ? 'There is an appeal against this decision: grant it instead.'
        : 'There is another open flag about the same. Decide that one first.'
      throw new ApiError('already_in_state', { message, details: { flag: viewFlag(before) } })
    }
    const due_at = now + (flagLimits.dueAfter[before.severity] ?? 0)
    if (!(await reopenFlag(trx, id, { due_at, now }))) throw createRefusalError('already_in_state', before)
    if (before.effect === 'reversed') await markFlag(trx, before.previous_flag_id ?? '', { reversed_at: null })
    await insertAction(context, trx, { flag_id: id, actor_id: admin.id, action: 'undo', note, created_at: now })
    const undone: Decision = { before, after: 'open', action: 'undo', note, effect: null, suspendedUntil: null }
    return record(context, trx, moderator, [await enforce(context, trx, undone)])
  })
  await announce(context, flags)
  return orNotFound(flags[0])
}

/** Applies a decision to its target and to the account. */
export async function enforce(context: Context, trx: Queryable, decision: Decision): Promise<Decision> {
  const { before, action } = decision
  if (action === 'escalate') return decision
  const isUndo = action === 'undo'
  const subject = before.subject_id
  if (subject !== null && decision.suspendedUntil !== null) await assertOtherAdmin(context, trx, subject)
  const target = { type: before.target_type, id: before.target_id }
  const isReversal = decision.effect === 'reversed' && before.previous_flag_id !== null
  if (isReversal) await markFlag(trx, before.previous_flag_id ?? '', { reversed_at: context.clock.now() })
  const hasTarget = await applyDecisions(context, trx, target)
  if (subject !== null && (isReversal || isUndo || decision.suspendedUntil !== null))
    await applySuspensions(context, trx, subject)
  if (hasTarget || isUndo || decision.effect === 'reversed' || decision.effect === 'warning') return decision
  await markFlag(trx, before.id, { effect: 'none' })
  return { ...decision, effect: 'none' }
}

/** The audit entries and the alerts; last in the transaction, because both wait for all others that append. */
async function record(context: Context, trx: Queryable, moderator: Moderator, decisions: Decision[]) {
  const rows = await appendAudit(
    context,
    trx,
    moderator,
    decisions.map(({ before, after, action, note, effect, suspendedUntil }) => ({
      action,
      target_type: 'flag',
      target_id: before.id,
      facts: {
        before: before.status,
        after,
        effect,
        category: before.category,
        noteHash: note === '' ? null : hash('sha256', note, 'hex'),
        suspendedUntil,
      },
    })),
  )
  const ids = decisions.map(({ before }) => before.id)
  await appendAlerts(context, trx, 'flag_updated', ids)
  const flags = await listFlagsById(trx, ids)
  const actor_name = displayName(moderator.admin)
  const audits = rows.map((row, index) =>
    viewAudit({ ...row, actor_name, target_name: decisions[index]?.before.target_name ?? null }),
  )
  return { flags: flags.map(viewFlag), audits }
}
