import { ApiError, notFound } from '#server/http/api-error.ts'
import { CardDeclinedError } from '#server/providers/payments/provider.ts'
import type { SandboxPayments } from '#server/providers/payments/sandbox/sandbox.ts'
import type { CardEntry } from '#shared/payment-card.ts'
import { type BillingDeps, hasPayments, withProvider } from './billing-deps.ts'
import { findCustomerId, listLiveSubscriptions } from './queries.ts'
import { syncShared } from './sync/sync-subscription.ts'

/** Pays in the sandbox. Only the provider's records change here; the account changes with the next sync. */
export async function payInSandbox(
  billing: BillingDeps,
  sandbox: SandboxPayments,
  { clientSecret, card }: { clientSecret: string; card: CardEntry },
): Promise<void> {
  await withProvider(billing, { kind: 'pay' }, () =>
    withCardErrors(async () => {
      if (!(await sandbox.confirmPayment(clientSecret, card))) throw notFound()
    }),
  )
}

/** Replaces the card of the sandbox's customer, as its portal would, and reads what that has changed. */
export async function replaceCardInSandbox(
  billing: BillingDeps,
  sandbox: SandboxPayments,
  { userId, card }: { userId: string; card: CardEntry },
): Promise<void> {
  const { db } = billing.context
  const customerId = await findCustomerId(db, userId, sandbox.name)
  if (customerId === null || !hasPayments(billing)) throw new ApiError('not_subscribed')
  await withCardErrors(() => sandbox.replaceCard(customerId, card))
  for (const row of await listLiveSubscriptions(db, userId, sandbox.name)) await syncShared(billing, row)
}

async function withCardErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CardDeclinedError)) throw error
    const fields = error.fieldErrors
    throw new ApiError('payment_failed', {
      message: error.message,
      details: Object.keys(fields).length ? { fields } : {},
    })
  }
}
