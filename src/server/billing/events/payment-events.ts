import { JobQueue } from '#server/core/jobs/job-queue.ts'
import { saveJob } from '#server/core/jobs/queries.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { announceAlerts, raiseFlag } from '#server/moderation/raise-flag.ts'
import { PaymentProviderError } from '#server/providers/payments/provider.ts'
import { type BillingDeps, hasPayments, type PaidBilling } from '../billing-deps.ts'
import { findSubscriptionByProviderId, findUserOfCustomer, insertOrFindOpenSubscription } from '../queries.ts'
import { syncShared } from '../sync/sync-subscription.ts'
import { type EventRow, findEvent, insertEvent, markProcessed } from './queries.ts'

/**
 * Stores the events of webhooks and processes them. An event is only a hint: the state is read from the provider. A
 * webhook is answered once its event is stored, so that an answered one is processed even after a crash.
 */
export class PaymentEvents {
  readonly #billing: BillingDeps
  readonly #jobs: JobQueue<unknown>

  constructor(billing: BillingDeps) {
    this.#billing = billing
    this.#jobs = new JobQueue(billing.context, {
      kind: 'payment_event',
      maxRunning: 10,
      maxAttempts: Number.POSITIVE_INFINITY,
      run: ({ row }) => this.#process(row.key),
    })
  }

  /** @throws ApiError 400 without a valid signature, 404 when the provider sends no webhooks */
  async receive(body: Buffer, signature: string): Promise<void> {
    const { context, payments } = this.#billing
    if (!payments?.readEvent) throw notFound()
    const event = payments.readEvent(body, signature)
    if (!event) throw new ApiError('invalid_signature')
    if (typeof event.id !== 'string' || typeof event.type !== 'string') {
      throw new ApiError('bad_request', { message: 'An event needs an id and a type.' })
    }
    if (event.apiVersion !== undefined) {
      const { id, apiVersion } = event
      context.log.warn({ event: id, apiVersion }, 'a payment event has the shape of an older API version')
    }
    const now = context.clock.now()
    const row: EventRow = {
      id: event.id,
      provider: payments.name,
      type: event.type,
      subscription_id: event.subscriptionId,
      charge_id: event.chargeId,
      received_at: now,
      processed_at: null,
    }
    const isNew = await context.transact(async (trx) => {
      if (!(await insertEvent(trx, row))) return false
      await saveJob(trx, { kind: 'payment_event', key: row.id, payload: {}, now })
      return true
    })
    if (isNew) this.#jobs.wake()
  }

  /** Processes what is due, and waits for it. */
  async processPending(): Promise<void> {
    await this.#jobs.claim()
    await this.#jobs.idle()
  }

  /** Processes events from now on, if the provider sends any. Returns a function that stops it and waits for running events. */
  async start(): Promise<() => Promise<void>> {
    return this.#billing.payments?.readEvent ? this.#jobs.start() : async () => {}
  }

  async #process(id: string): Promise<void> {
    const { context } = this.#billing
    const event = await findEvent(context.db, id)
    if (!event || event.processed_at !== null) return
    const count = (result: string) => context.metrics.payments.inc({ kind: event.type, result })
    await this.#apply(event).then(
      () => count('ok'),
      (error: unknown) => {
        count('failed')
        throw error
      },
    )
  }

  /** Raises the flag of a dispute, or syncs the subscription that the event names. */
  async #apply(event: EventRow): Promise<void> {
    const billing = this.#billing
    const { context } = billing
    if (!hasPayments(billing) || event.provider !== billing.payments.name) {
      throw new Error(`The event is of ${event.provider}, which is not connected.`)
    }
    if (event.charge_id !== null) return raiseDispute(billing, event, event.charge_id)
    if (event.subscription_id !== null) {
      const { subscription_id } = event
      const row = await findSubscriptionByProviderId(context.db, billing.payments.name, subscription_id)
      if (row) await syncShared(billing, row)
      else await adoptSubscription(billing, subscription_id)
    }
    await markProcessed(context.db, event.id, context.clock.now())
  }
}

/** A customer has disputed a payment at their bank: a flag lets moderators decide about the account. */
async function raiseDispute(billing: PaidBilling, event: EventRow, chargeId: string): Promise<void> {
  const { context, payments } = billing
  const customerId = await payments.findCustomerOfCharge?.(chargeId)
  const user = customerId ? await findUserOfCustomer(context.db, payments.name, customerId) : undefined
  await context.transact(async (trx) => {
    if (!(await markProcessed(trx, event.id, context.clock.now())) || !user) return
    await raiseFlag(context, trx, {
      targetType: 'user',
      targetId: user.id,
      targetName: user.username,
      category: 'payment_dispute',
      source: 'payment',
      summary: user.username,
      details: `The customer disputes the payment ${chargeId}. Answer it in the dashboard of the payment service.`,
      subjectId: user.id,
      evidence: { provider: payments.name, chargeId, eventId: event.id },
    })
  })
  if (user) announceAlerts(context)
}

/**
 * Takes over a subscription that an operator has created in the provider's own dashboard, for a customer of this server and at
 * the price of Premium. Any other is ignored: the provider's account may sell other things.
 */
async function adoptSubscription(billing: PaidBilling, providerId: string): Promise<void> {
  const { context, payments } = billing
  const customerId = await findCustomer(billing, providerId)
  const user = customerId ? await findUserOfCustomer(context.db, payments.name, customerId) : undefined
  if (!user) return
  const adopted = { userId: user.id, provider: payments.name, providerId }
  const row = await insertOrFindOpenSubscription(context, adopted)
  if (row?.provider_subscription_id === providerId) {
    await syncShared(billing, { ...row, provider_subscription_id: providerId })
    return
  }
  // Without an id, it is the one that a request of the user creates at this moment.
  if (row?.provider_subscription_id)
    context.log.warn(
      { userId: user.id, subscription: providerId, open: row.provider_subscription_id },
      'a subscription that was created at the payment service is not read: the account has another one that is open',
    )
}

async function findCustomer({ payments }: PaidBilling, providerId: string): Promise<string | null> {
  try {
    return (await payments.findPremiumCustomer?.(providerId)) ?? null
  } catch (error) {
    // The provider does not have it, or not any more.
    if (error instanceof PaymentProviderError && error.isFinal) return null
    throw error
  }
}
