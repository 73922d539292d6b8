import { schedule } from '#server/core/schedule.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { announceAlerts, raiseFlag } from '#server/moderation/raise-flag.ts'
import { adoptSubscription } from '../adopt-subscription.ts'
import { type BillingDeps, hasPayments, type PaidBilling } from '../billing-deps.ts'
import { findSubscriptionByProviderId, findUserOfCustomer } from '../queries.ts'
import { syncShared } from '../sync/sync-subscription.ts'
import { type EventRow, insertEvent, listPendingEvents, markProcessed, postponeEvent } from './queries.ts'

const second = 1_000
/** Milliseconds between two queries for events that a crash or a failure left behind. */
const retryInterval = 15 * second
const firstRetry = 30 * second
const longestRetry = 3_600 * second
const batchSize = 10

/**
 * Stores the events of webhooks and processes them. An event is only a hint: the state is read from the provider. A
 * webhook is answered once its event is stored, so that an answered one is processed even after a crash.
 */
export class PaymentEvents {
  readonly #billing: BillingDeps
  /** Ids of the events that this process works on. */
  readonly #running = new Map<string, Promise<void>>()

  constructor(billing: BillingDeps) {
    this.#billing = billing
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
      attempts: 0,
      next_attempt_at: now,
      processed_at: null,
    }
    if (await insertEvent(context.db, row)) void this.#process(row)
  }

  /** Processes what is due, and waits for it. */
  async processPending(): Promise<void> {
    const { context, payments } = this.#billing
    if (!payments) return
    for (;;) {
      const rows = await listPendingEvents(context.db, payments.name, context.clock.now(), batchSize)
      await Promise.all(rows.map((row) => this.#process(row)))
      if (rows.length < batchSize) return
    }
  }

  /** Looks for pending events now and regularly. Returns a function that stops it and waits for running events. */
  start(): () => Promise<void> {
    const { log } = this.#billing.context
    const stop = schedule(log, {
      name: 'processing payment events',
      interval: retryInterval,
      task: () => this.processPending(),
    })
    return async () => {
      await stop()
      await Promise.all(this.#running.values())
    }
  }

  /** Never rejects: a failure is logged, and the event is tried again later. */
  #process(event: EventRow): Promise<void> {
    const running = this.#running.get(event.id)
    if (running) return running
    const work = this.#apply(event)
      .catch((error: unknown) => this.#postpone(event, error))
      .finally(() => this.#running.delete(event.id))
    this.#running.set(event.id, work)
    return work
  }

  /** Raises the flag of a dispute, or syncs the subscription that the event names. */
  async #apply(event: EventRow): Promise<void> {
    const billing = this.#billing
    const { context } = billing
    if (!hasPayments(billing)) return
    if (event.charge_id !== null) return raiseDispute(billing, event, event.charge_id)
    if (event.subscription_id !== null) {
      const id = event.subscription_id
      const row = await findSubscriptionByProviderId(context.db, billing.payments.name, id)
      if (row) await syncShared(billing, row)
      else await adoptSubscription(billing, id)
    }
    await markProcessed(context.db, event.id, context.clock.now())
  }

  async #postpone(event: EventRow, error: unknown): Promise<void> {
    const { context } = this.#billing
    context.log.warn({ err: error, eventId: event.id, type: event.type }, 'processing a payment event failed')
    const delay = Math.min(longestRetry, firstRetry * 2 ** event.attempts)
    await postponeEvent(context.db, event, context.clock.now() + delay).catch(() => {})
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
