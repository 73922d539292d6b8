import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import {
  type Customer,
  type PaymentProvider,
  PaymentProviderError,
  type ProviderSubscription,
} from '#server/providers/payments/provider.ts'
import type { SubscribeRequest } from '#shared/billing.ts'
import type { BillingDeps } from './billing-deps.ts'
import { findCustomerId, nameSubscription, openSubscription, saveCustomerId } from './queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Enough to close a subscription that lapsed unpaid, to meet somebody else who does, and to open the next. */
const looks = 3

/**
 * Opens the account's one subscription and answers the secret its first payment is made with. Asked again while that is
 * unpaid, it answers the same secret; once it is paid there is nothing left to subscribe to.
 */
export async function subscribe({ context, payments }: BillingDeps, user: Account, request: SubscribeRequest) {
  if (!payments) throw new ApiError('payments_not_configured')
  if (user.account_type !== 'free') throw new ApiError('already_subscribed')
  const customer = { userId: user.id, email: request.customerEmail, name: request.customerName }
  try {
    for (let look = 0; look < looks; look += 1) {
      const held = await currentSubscription(context, payments, customer)
      if (held?.clientSecret) return held.clientSecret
      if (held && grants(held)) throw new ApiError('already_subscribed')
    }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    context.log.error({ err: error }, 'payment provider')
    throw new ApiError('payments_unavailable', { cause: error })
  }
  throw new ApiError('payments_unavailable')
}

const grants = ({ status }: ProviderSubscription) =>
  status === 'active' || status === 'trialing' || status === 'past_due'

/** The open subscription as the provider holds it, a new one where there is none; null where it closed meanwhile. */
async function currentSubscription(
  context: Context,
  payments: PaymentProvider,
  customer: Customer,
): Promise<ProviderSubscription | null> {
  const now = context.clock.now()
  const row = await openSubscription(context.db, {
    id: context.ids.uuid(),
    user_id: customer.userId,
    provider: payments.name,
    provider_subscription_id: null,
    status: 'incomplete',
    version: 0,
    checked_at: 0,
    created_at: now,
    updated_at: now,
  })
  if (!row) return null
  const customerId = await customerAtProvider(context, payments, customer)
  const providerId = row.provider_subscription_id
  if (providerId !== null) return syncSubscription(context, payments, { ...row, provider_subscription_id: providerId })
  // The key is the row's: whoever else is here with the same row, or came here before a crash, gets the same one.
  const held = await payments.createSubscription(customerId, `sub:${row.id}`)
  await nameSubscription(context.db, customer.userId, row.id, held.id)
  return held
}

/** One customer per account, for ever; what was typed this time is what it is called. */
async function customerAtProvider(context: Context, payments: PaymentProvider, customer: Customer): Promise<string> {
  const known = await findCustomerId(context.db, customer.userId, payments.name)
  if (known !== null) {
    await payments.updateCustomer(known, customer)
    return known
  }
  const id = await payments.createCustomer(customer, `cus:${customer.userId}`)
  await saveCustomerId(context.db, customer.userId, payments.name, id)
  return id
}
