import type { SubscriptionRow } from './queries.ts'

/** A subscription in its owner's data download. */
export function viewSubscription(row: SubscriptionRow) {
  return {
    provider: row.provider,
    providerId: row.provider_subscription_id,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
