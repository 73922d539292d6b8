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
import { findCustomerId, insertOrFindOpenSubscription, saveCustomerId, setProviderId } from './queries.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Enough attempts to close an expired subscription, to lose that race to another request, and to open the next one. */
const maxAttempts = 3

/**
 * Opens the account's subscription and returns the secret that its first payment needs. While the subscription is
 * unpaid, further calls return the same secret. Once it is paid they fail with `already_subscribed`.
 */
export async function subscribe({ context, payments }: BillingDeps, account: Account, request: SubscribeRequest) {
  if (!payments) throw new ApiError('payments_not_configured')
  if (account.account_type !== 'free') throw new ApiError('already_subscribed')
  const customer = { userId: account.id, email: request.customerEmail, name: request.customerName }
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const subscription = await findOrOpenSubscription(context, payments, customer)
      if (subscription?.clientSecret) return subscription.clientSecret
      if (subscription && grantsPremium(subscription)) throw new ApiError('already_subscribed')
    }
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    context.log.error({ err: error, userId: account.id }, 'subscribing at the payment provider failed')
    throw new ApiError('payments_unavailable', { cause: error })
  }
  throw new ApiError('payments_unavailable')
}

const grantsPremium = ({ status }: ProviderSubscription) =>
  status === 'active' || status === 'trialing' || status === 'past_due'

/** The account's open subscription, or a new one, as the provider has it. Null when it was closed in the meantime. */
async function findOrOpenSubscription(
  context: Context,
  payments: PaymentProvider,
  customer: Customer,
): Promise<ProviderSubscription | null> {
  const now = context.clock.now()
  const row = await insertOrFindOpenSubscription(context.db, {
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
  const customerId = await findOrCreateCustomer(context, payments, customer)
  const providerId = row.provider_subscription_id
  if (providerId !== null) return syncSubscription(context, payments, { ...row, provider_subscription_id: providerId })
  // The row's id is the idempotency key: a concurrent request, or one before a crash, gets the same subscription.
  const created = await payments.createSubscription(customerId, `sub:${row.id}`)
  await setProviderId(context.db, customer.userId, row.id, created.id)
  return created
}

/** The account's customer at the provider, with the name and email address of this request. */
async function findOrCreateCustomer(context: Context, payments: PaymentProvider, customer: Customer): Promise<string> {
  const known = await findCustomerId(context.db, customer.userId, payments.name)
  if (known !== null) {
    await payments.updateCustomer(known, customer)
    return known
  }
  const id = await payments.createCustomer(customer, `cus:${customer.userId}`)
  await saveCustomerId(context.db, customer.userId, payments.name, id)
  return id
}
