import fc from 'fast-check'
import type { StripeApp } from './stripe-app.ts'
import type { EventRecord, StripeRecords } from './stripe-records.ts'

type Step = (records: StripeRecords, id: string) => void

/** What can happen to a subscription at Stripe. A step that is not possible in its state does nothing. */
const steps: Step[] = [
  (records, id) => records.confirmPayment(records.clientSecretOf(records.get(id)), true),
  (records, id) => records.confirmPayment(records.clientSecretOf(records.get(id)), false),
  (records, id) => records.renew(id, true),
  (records, id) => records.renew(id, false),
  (records, id) => records.payOpenInvoice(id),
  (records, id) => records.giveUp(id, 'unpaid'),
  (records, id) => records.giveUp(id, 'canceled'),
  (records, id) => records.setCancelAtPeriodEnd(id, true),
  (records, id) => records.setCancelAtPeriodEnd(id, false),
  (records, id) => records.pause(id, true),
  (records, id) => records.pause(id, false),
  (records, id) => records.expire(id),
  (records, id) => records.end(id),
]

interface Sequence {
  /** Indexes of `steps`; the first payment comes early, because little can happen before. */
  steps: number[]
  /** After each step: how many of the events so far are delivered right away, chosen by the order. */
  early: number[]
  /** How often each event is delivered in the end, in a random order. */
  copies: number[]
  order: number[]
}

const sequence: fc.Arbitrary<Sequence> = fc.record({
  steps: fc
    .array(fc.nat(steps.length - 1), { minLength: 1, maxLength: 8 })
    .chain((list) => fc.boolean().map((paysFirst) => (paysFirst ? [0, ...list] : list))),
  early: fc.array(fc.nat(3), { minLength: 9, maxLength: 9 }),
  copies: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 40, maxLength: 40 }),
  order: fc.array(fc.nat(1_000_000), { minLength: 40, maxLength: 40 }),
})

const premiumStatuses = new Set(['active', 'trialing', 'past_due'])

/**
 * Runs random sequences: things happen at Stripe while some of their events arrive, at the same time and in any order;
 * others are lost. In the end every event is delivered at least once. Returns the subscriptions that differ from Stripe's.
 */
export async function runEventSequences(setup: StripeApp, options: { sequences: number; seed: number }) {
  const samples = fc.sample(sequence, { numRuns: options.sequences, seed: options.seed })
  const deviations: string[] = []
  const concurrent = 10
  for (let start = 0; start < samples.length; start += concurrent) {
    const runs = samples.slice(start, start + concurrent).map((sample) => runSequence(setup, sample))
    deviations.push(...(await Promise.all(runs)).filter((deviation) => deviation !== null))
  }
  return { sequences: samples.length, deviations }
}

async function runSequence({ app, others, stripe }: StripeApp, sample: Sequence): Promise<string | null> {
  const instances = [app, ...others]
  const { records } = stripe
  const userId = app.context.ids.uuid()
  const from = records.events.length
  let count = 0
  const id = await insertSubscriber(app.context, records, userId)
  const receive = (event: EventRecord) => {
    const { payload, signature } = stripe.sign(event, { at: app.clock.now() })
    count += 1
    return (instances[count % instances.length] ?? app).paymentEvents.receive(Buffer.from(payload), signature)
  }
  const own = () => records.events.slice(from).filter(({ data }) => isAbout(data.object, id))
  const arriving: Promise<void>[] = []
  for (const [index, step] of sample.steps.entries()) {
    steps[step]?.(records, id)
    const events = own()
    for (let early = 0; early < (sample.early[index] ?? 0) && events.length > 0; early += 1) {
      const event = events[(sample.order[index + early] ?? 0) % events.length]
      // Not waited for: it arrives while the next things happen.
      if (event) arriving.push(receive(event))
    }
    if ((sample.order[index] ?? 0) % 2 === 0) await Promise.all(arriving)
  }
  const all = own().flatMap((event, index) => Array.from({ length: sample.copies[index] ?? 1 }, () => event))
  const shuffled = all.map((event, index) => ({ event, at: sample.order[index % 40] ?? 0 })).sort((a, b) => a.at - b.at)
  await Promise.all([...arriving, ...shuffled.map(({ event }) => receive(event))])
  for (const instance of instances) await instance.paymentEvents.processPending()
  return compare(app.context, records, { id, userId, steps: sample.steps })
}

function isAbout(object: Record<string, unknown>, id: string): boolean {
  if (object.object === 'subscription') return object.id === id
  const { parent } = object as { parent?: { subscription_details: { subscription: string } } }
  return parent?.subscription_details.subscription === id
}

/** An account with an unpaid subscription, as `POST /api/create-subscription` leaves it. */
async function insertSubscriber(
  { db, clock, ids }: StripeApp['app']['context'],
  records: StripeRecords,
  userId: string,
): Promise<string> {
  const now = clock.now()
  const account = {
    id: userId,
    username: userId,
    username_key: userId,
    password_hash: '',
    account_type: 'free',
  } as const
  const unset = { display_name: null, player_name: null, adult_confirmed_at: null, deletion_requested_at: null }
  await db
    .insertInto('users')
    .values({ ...account, ...unset, is_system: 0, created_at: now })
    .execute()
  const { id } = records.createSubscription(records.createCustomer({ user_id: userId }).id, 'price_premium', {})
  const times = { checked_at: now, created_at: now, updated_at: now, current_period_end: null, cancels_at: null }
  const row = {
    id: ids.uuid(),
    user_id: userId,
    provider: 'stripe',
    provider_subscription_id: id,
    version: 0,
    ...times,
  }
  await db
    .insertInto('subscriptions')
    .values({ ...row, status: 'incomplete' })
    .execute()
  return id
}

async function compare(
  { db }: StripeApp['app']['context'],
  records: StripeRecords,
  { id, userId, steps: taken }: { id: string; userId: string; steps: number[] },
): Promise<string | null> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['status', 'current_period_end', 'cancels_at', 'account_type'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const { status, cancel_at, items } = records.get(id)
  const expected = {
    status,
    // What never changed has caused no event, so nothing was read.
    current_period_end: status === 'incomplete' ? row.current_period_end : items.data[0].current_period_end * 1000,
    cancels_at: cancel_at === null ? null : cancel_at * 1000,
    account_type: premiumStatuses.has(status) ? 'premium' : 'free',
  }
  const [found, wanted] = [JSON.stringify(Object.values(row)), JSON.stringify(Object.values(expected))]
  return found === wanted ? null : `${id} after ${taken.join(' ')}: ${found} instead of ${wanted}`
}
