import type { OwnSubscription } from '#shared/billing.ts'
import type { SubscriptionRow } from './queries.ts'

/** A subscription on its owner's account page. */
export function viewOwnSubscription(row: SubscriptionRow): OwnSubscription {
  const states = { active: 'active', trialing: 'active', past_due: 'past_due' } as const
  const state = row.status in states ? states[row.status as keyof typeof states] : 'ended'
  const endedAt = row.cancels_at ?? row.updated_at
  return {
    state: state === 'active' && row.cancels_at !== null ? 'cancelled' : state,
    renewsAt: row.cancels_at === null && state !== 'ended' ? row.current_period_end : null,
    endsAt: state === 'ended' ? endedAt : row.cancels_at,
  }
}
