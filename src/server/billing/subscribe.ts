import { runExclusive } from '#server/core/run-exclusive.ts'
import type { Account } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type Customer, PaymentProviderError, type ProviderSubscription } from '#server/providers/payments/provider.ts'
import type { SubscribeRequest } from '#shared/billing.ts'
import { type BillingDeps, hasPayments, type PaidBilling, withProvider } from './billing-deps.ts'
import {
  closeUncreated,
  findCustomerId,
  grantsPremium,
  insertOrFindOpenSubscription,
  listLiveSubscriptions,
  type SubscriptionRow,
  saveCustomerId,
  setProviderId,
} from './queries.ts'
import { endSubscription } from './sync/queries.ts'
import { syncShared } from './sync/sync-subscription.ts'

/** Enough attempts to close an expired subscription, to lose a race with another request, and to open the next one. */
const maxAttempts = 3

/**
 * Opens the account's subscription and returns the secret that its first payment needs. While the subscription is
 * unpaid, further calls return the same secret. Once it is paid they fail with `already_subscribed`.
 */
export async function subscribe(billing: BillingDeps, account: Account, request: SubscribeRequest): Promise<string> {
  if (!hasPayments(billing)) throw new ApiError('payments_not_configured')
  if (account.account_type !== 'free') throw new ApiError('already_subscribed')
  const { customerEmail: email, customerName: name } = request
  const open = () => openSubscription(billing, { userId: account.id, email, name })
  return withProvider(billing, { kind: 'subscribe', userId: account.id }, () =>
    runExclusive(`subscribe ${account.id}`, open),
  )
}

async function openSubscription(billing: PaidBilling, customer: Customer): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const subscription = await findOrOpenSubscription(billing, customer)
    if (subscription?.clientSecret) return subscription.clientSecret
    if (subscription && grantsPremium(subscription.status)) throw new ApiError('already_subscribed')
  }
  throw new PaymentProviderError('The unpaid subscription has no client secret.')
}

/** The account's open subscription, or a new one, as the provider has it. Null when it was closed in the meantime. */
async function findOrOpenSubscription(billing: PaidBilling, customer: Customer): Promise<ProviderSubscription | null> {
  const { context, payments } = billing
  await endUnpaid(billing, customer.userId)
  const opened = { userId: customer.userId, provider: payments.name, providerId: null }
  const row = await insertOrFindOpenSubscription(context, opened)
  if (!row) return null
  if (row.provider !== payments.name) {
    await endSubscription(context.db, row, context.clock.now())
    return null
  }
  const providerId = row.provider_subscription_id
  if (providerId === null) return createSubscription(billing, customer, row)
  await findOrCreateCustomer(billing, customer, row)
  return syncShared(billing, { ...row, provider_subscription_id: providerId })
}

/** The row's id is the idempotency key: a concurrent request, or one before a crash, gets the same subscription. */
async function createSubscription(billing: PaidBilling, customer: Customer, row: SubscriptionRow) {
  const { context, payments } = billing
  try {
    const customerId = await findOrCreateCustomer(billing, customer, row)
    const created = await payments.createSubscription(customerId, `sub:${row.id}`)
    await setProviderId(context.db, customer.userId, row.id, created.id)
    return created
  } catch (error) {
    // The provider would repeat its answer to this key, so the next attempt needs another key.
    const isFinal = error instanceof PaymentProviderError && error.isFinal
    if (isFinal) await closeUncreated(context.db, customer.userId, row.id, context.clock.now())
    throw error
  }
}

/** Ends unpaid subscriptions: when an old invoice is paid, they would become active in addition to the new one. */
async function endUnpaid(billing: PaidBilling, userId: string): Promise<void> {
  const { context, payments } = billing
  for (const row of await listLiveSubscriptions(context.db, userId, payments.name)) {
    if (row.status !== 'unpaid' && row.status !== 'paused') continue
    await payments.cancelSubscription(row.provider_subscription_id)
    await syncShared(billing, row)
  }
}

/** The account's customer at the provider, with the name and email address of this request. */
async function findOrCreateCustomer({ context, payments }: PaidBilling, customer: Customer, { id }: SubscriptionRow) {
  const known = await findCustomerId(context.db, customer.userId, payments.name)
  if (known !== null) {
    await payments.updateCustomer(known, customer)
    return known
  }
  const created = await payments.createCustomer(customer, `cus:${id}`)
  await saveCustomerId(context.db, customer.userId, payments.name, created)
  return created
}
