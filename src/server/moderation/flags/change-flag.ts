import type { FastifyRequest } from 'fastify'
import { findAccount } from '#server/accounts/queries.ts'
import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { fieldError, orNotFound } from '#server/http/api-error.ts'
import {
  canWarn,
  effectOf,
  type Flag,
  type FlagAction,
  type FlagActionRequest,
  type FlagStatus,
} from '#shared/flags.ts'
import type { Actor } from '../audit/append-audit.ts'
import { createRefusalError } from './create-refusal-error.ts'
import { findFlag, hasOtherModerator, insertAction, type NamedFlag, updateUndecided } from './queries.ts'
import { applyAction } from './transitions.ts'
import { viewFlag } from './view.ts'

export interface Moderator extends Actor {
  admin: Viewer
}

export const moderatorOf = ({ viewer, id }: Pick<FastifyRequest, 'viewer' | 'id'>): Moderator => ({
  admin: viewer,
  requestId: id,
})

export type Request = Pick<FlagActionRequest, 'notes'> & Partial<Omit<FlagActionRequest, 'action' | 'notes'>>

export interface Decision {
  before: NamedFlag
  after: FlagStatus
  action: FlagAction | 'undo'
  note: string
  effect: Flag['effect']
  suspendedUntil: number | null
}

/** Changes the status of a flag, where the action is allowed. What it enforces is left to `enforce`. */
export async function changeFlag(
  context: Context,
  trx: Queryable,
  admin: Viewer,
  { id, action, request }: { id: string; action: FlagAction; request: Request },
): Promise<Decision> {
  const now = context.clock.now()
  const { override = false, warn = false } = request
  const actor = { id: admin.id, now, override }
  const before = orNotFound(await findFlag(trx, id))
  const after = applyAction(before, action, actor)
  if (typeof after !== 'string') throw createRefusalError(after.refusal, before)
  const isForAdmins = before.status === 'acknowledged' || (await isAboutStaff(trx, before.subject_id))
  if (action !== 'escalate' && isForAdmins && admin.account_type !== 'admin')
    throw createRefusalError('needs_admin', before)
  await assertMayJudgeAppeal(trx, actor, before)
  if (warn && (action !== 'approve' || request.suspendDays !== undefined || !canWarn(viewFlag(before)))) {
    throw fieldError('warn', 'A warning needs an approval, without a suspension, of a flag that is about an account.')
  }
  const approved = warn ? 'warning' : effectOf(viewFlag(before))
  const effect = action === 'approve' ? approved : action === 'dismiss' ? 'none' : before.effect
  const suspendedUntil = suspensionEnd(before, { action, days: request.suspendDays, now })
  const isStrike =
    action === 'approve' && before.subject_id !== null && !['none', 'reversed', 'warning'].includes(effect ?? 'none')
  const decided = {
    decided_at: now,
    decided_by: admin.id,
    effect,
    strike: isStrike ? 1 : 0,
    suspended_until: suspendedUntil,
    reason: request.reason ?? '',
    cited_rule: request.rule ?? null,
  }
  const unclaimed = { status: after, claimed_by: null, claimed_until: null }
  const changes = { ...unclaimed, ...(action === 'escalate' ? { escalated_at: now } : decided) }
  if (!(await updateUndecided(trx, { id, status: before.status, actorId: admin.id, override, now }, changes))) {
    // Another admin has acted first.
    const current = (await findFlag(trx, id)) ?? before
    const refused = applyAction(current, action, actor)
    throw createRefusalError(typeof refused === 'string' ? 'already_in_state' : refused.refusal, current)
  }
  const recorded = { flag_id: id, actor_id: admin.id, action, note: request.notes, created_at: now }
  await insertAction(context, trx, recorded)
  return { before, after, action, note: request.notes, effect, suspendedUntil }
}

/** Whether an account is an admin's or a moderator's, about whom only admins decide. */
export async function isAboutStaff(trx: Queryable, userId: string | null): Promise<boolean> {
  const account = userId === null ? undefined : await findAccount(trx, userId)
  return account?.account_type === 'admin' || account?.is_moderator === 1
}

/**
 * An admin must not decide the appeal against their own decision if another admin can. The account that appeals must not
 * either, even if it is an admin.
 */
async function assertMayJudgeAppeal(trx: Queryable, { id, now }: { id: string; now: number }, flag: NamedFlag) {
  if (flag.category !== 'appeal' || flag.previous_flag_id === null) return
  const appealed = await findFlag(trx, flag.previous_flag_id)
  const excluded = [id, flag.subject_id ?? id]
  if (
    appealed?.decided_by === id &&
    (await hasOtherModerator(trx, excluded, { adminsOnly: flag.status !== 'open', now }))
  ) {
    throw createRefusalError('own_decision', flag)
  }
}

function suspensionEnd(
  flag: NamedFlag,
  { action, days, now }: { action: FlagAction; days: number | undefined; now: number },
): number | null {
  if (days === undefined) return null
  if (action !== 'approve' || flag.category === 'appeal' || flag.subject_id === null) {
    throw fieldError('suspendDays', 'A suspension needs an approval of a flag that is about an account.')
  }
  return now + days * 24 * 60 * 60 * 1000
}
