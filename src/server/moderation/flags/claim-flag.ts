import type { Context, Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { type Flag, flagLimits } from '#shared/flags.ts'
import { appendAlerts } from '../queries.ts'
import { announceAlerts } from '../raise-flag.ts'
import { createRefusalError } from './create-refusal-error.ts'
import { findFlag, releaseClaim, updateUndecided } from './queries.ts'
import { isClaimedByOther } from './transitions.ts'
import { viewFlag } from './view.ts'

/** Claims an undecided flag for some minutes, or renews the admin's own claim. */
export async function claimFlag(context: Context, admin: Viewer, id: string): Promise<Flag> {
  const now = context.clock.now()
  return change(context, id, async (trx, flag) => {
    if (flag.status === 'resolved' || flag.status === 'dismissed') throw createRefusalError('already_in_state', flag)
    if (flag.subject_id === admin.id) throw createRefusalError('own_content', flag)
    if (isClaimedByOther(flag, { id: admin.id, now })) throw createRefusalError('flag_claimed', flag)
    const condition = { id, status: flag.status, actorId: admin.id, override: false, now }
    const claim = { claimed_by: admin.id, claimed_until: now + flagLimits.claim }
    if (await updateUndecided(trx, condition, claim)) return true
    const current = (await findFlag(trx, id)) ?? flag
    throw createRefusalError(current.status === flag.status ? 'flag_claimed' : 'already_in_state', current)
  })
}

/** Ends the admin's claim; without one, nothing changes. */
export async function unclaimFlag(context: Context, admin: Viewer, id: string): Promise<Flag> {
  return change(context, id, (trx) => releaseClaim(trx, id, admin.id, context.clock.now()))
}

async function change(
  context: Context,
  id: string,
  work: (trx: Queryable, flag: NonNullable<Awaited<ReturnType<typeof findFlag>>>) => Promise<boolean>,
): Promise<Flag> {
  const flag = await context.transact(async (trx) => {
    const before = orNotFound(await findFlag(trx, id))
    if (!(await work(trx, before))) return before
    await appendAlerts(context, trx, 'flag_updated', [id])
    return (await findFlag(trx, id)) ?? before
  })
  announceAlerts(context)
  return viewFlag(flag)
}
