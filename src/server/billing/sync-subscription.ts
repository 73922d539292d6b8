import type { Context } from '#server/core/context.ts'
import type { PaymentProvider, ProviderSubscription } from '#server/providers/payments/provider.ts'
import { findSubscription, lockAccount, type SubscriptionRow, settleAccountType, writeStatus } from './queries.ts'

/** Far more than ever ask about one subscription at a time; each round somebody else's answer is written. */
const rounds = 50

/**
 * Asks the provider how a subscription stands and makes the account match. Of several who ask at once, whoever asked
 * before another's answer was written asks again, so that an older answer never replaces a newer one.
 */
export async function syncSubscription(
  context: Context,
  payments: PaymentProvider,
  subscription: SubscriptionRow & { provider_subscription_id: string },
): Promise<ProviderSubscription> {
  let known: SubscriptionRow = subscription
  for (let round = 0; round < rounds; round += 1) {
    const held = await payments.retrieveSubscription(subscription.provider_subscription_id)
    if (held.status === known.status || (await settle(context, known, held))) return held
    const now = await findSubscription(context.db, subscription.user_id, subscription.id)
    if (!now) return held
    known = now
  }
  throw new Error(`Subscription ${subscription.id} changed under every one of ${rounds} looks at it.`)
}

/** The status and what it means for the account, in one transaction. False: somebody else's answer came first. */
function settle(context: Context, known: SubscriptionRow, held: ProviderSubscription): Promise<boolean> {
  return context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, known.user_id)
    if (!(await writeStatus(trx, known, held.status, context.clock.now()))) return false
    if (held.status !== 'incomplete') await settleAccountType(trx, known.user_id)
    return true
  })
}
