import { type NotNull, type Selectable, sql } from 'kysely'
import type { Context } from '#server/core/context.ts'
import type { Queryable } from '#server/db/database.ts'
import { deleteRows, findRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { SubscriptionsTable } from '#server/db/schema/billing.ts'

export type SubscriptionRow = Selectable<SubscriptionsTable>
type Status = SubscriptionRow['status']

/** The states of an open subscription. A partial unique index allows one per account. */
export const openStatuses: readonly Status[] = ['incomplete', 'active', 'trialing', 'past_due']
export const endedStatuses: readonly Status[] = ['canceled', 'incomplete_expired']
const premiumStatuses: readonly Status[] = ['active', 'trialing', 'past_due']

/** Whether a subscription in this state gives Premium. While it is past due, the provider tries to collect the payment. */
export const grantsPremium = (status: Status): boolean => premiumStatuses.includes(status)

export const selectSubscriptions = (db: Queryable) => db.selectFrom('subscriptions').selectAll()

interface NewSubscription {
  userId: string
  provider: string
  /** Null until the provider has created it. */
  providerId: string | null
}

/** Inserts an unpaid subscription, or returns the account's open one. The unique index decides between concurrent inserts. */
export async function insertOrFindOpenSubscription(
  { db, ids, clock }: Context,
  { userId, provider, providerId }: NewSubscription,
): Promise<SubscriptionRow | null> {
  const now = clock.now()
  const inserted = await db
    .insertInto('subscriptions')
    .values({
      id: ids.uuid(),
      user_id: userId,
      provider,
      provider_subscription_id: providerId,
      status: 'incomplete',
      current_period_end: null,
      cancels_at: null,
      version: 0,
      checked_at: 0,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? (await findOpenSubscription(db, userId)) ?? null
}

function findOpenSubscription(db: Queryable, userId: string) {
  return selectSubscriptions(db).where('user_id', '=', userId).where('status', 'in', openStatuses).executeTakeFirst()
}

/** The subscription that a user sees: the open one, or the newest of those that ended. */
export async function findShownSubscription(db: Queryable, userId: string, provider: string) {
  return selectSubscriptions(db)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('status', 'not in', ['incomplete', 'incomplete_expired'])
    .orderBy((eb) => eb.case().when('status', 'in', openStatuses).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

/** How many subscriptions renew, end with their period, and wait for a payment. */
export async function countOpenSubscriptions(db: Queryable, provider: string) {
  const rows = await db
    .selectFrom('subscriptions')
    .select((eb) => ['status', eb.fn.count<number>('cancels_at').as('cancelled'), eb.fn.countAll<number>().as('all')])
    .where('provider', '=', provider)
    .where('status', 'in', premiumStatuses)
    .groupBy('status')
    .execute()
  const isPastDue = ({ status }: { status: Status }) => status === 'past_due'
  const sum = (counts: (number | string)[]) => counts.reduce<number>((total, count) => total + Number(count), 0)
  const renewing = rows.filter((row) => !isPastDue(row))
  const cancelled = sum(renewing.map((row) => row.cancelled))
  return {
    active: sum(renewing.map((row) => row.all)) - cancelled,
    cancelled,
    pastDue: sum(rows.filter(isPastDue).map((row) => row.all)),
  }
}

/** Subscriptions that have not ended, at a provider that has created them. */
export function listLiveSubscriptions(db: Queryable, userId: string, provider: string) {
  return selectSubscriptions(db)
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .where('status', 'not in', endedStatuses)
    .where('provider_subscription_id', 'is not', null)
    .$narrowType<{ provider_subscription_id: NotNull }>()
    .execute()
}

export function findSubscriptionByProviderId(db: Queryable, provider: string, providerId: string) {
  return selectSubscriptions(db)
    .where('provider', '=', provider)
    .where('provider_subscription_id', '=', providerId)
    .$narrowType<{ provider_subscription_id: NotNull }>()
    .executeTakeFirst()
}

export function findSubscription(db: Queryable, userId: string, id: string) {
  return selectSubscriptions(db).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
}

/** Saves the provider's id of a subscription. */
export const setProviderId = (db: Queryable, userId: string, id: string, providerId: string) =>
  updateRows(db, 'subscriptions', { user_id: userId, id }, { provider_subscription_id: providerId })

/** Closes a subscription that the provider has rejected. */
export const closeUncreated = (db: Queryable, userId: string, id: string, now: number) =>
  updateRows(
    db,
    'subscriptions',
    { user_id: userId, id, provider_subscription_id: null },
    { status: 'incomplete_expired', updated_at: now },
  )

/** Makes an account Premium while a subscription or an admin grants that, otherwise free. Admins stay admins. */
export async function updateAccountType(db: Queryable, userId: string): Promise<void> {
  const paid = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', premiumStatuses)
    .executeTakeFirst()
  await db
    .updateTable('users')
    .set({
      account_type: paid ? 'premium' : sql`case when premium_granted_at is null then 'free' else 'premium' end`,
    })
    .where('id', '=', userId)
    .where('account_type', '<>', 'admin')
    .execute()
}

export const findUserOfCustomer = (db: Queryable, provider: string, customerId: string) =>
  db
    .selectFrom('payment_customers')
    .innerJoin('users', 'users.id', 'payment_customers.user_id')
    .select(['users.id', 'users.username'])
    .where('payment_customers.provider', '=', provider)
    .where('payment_customers.customer_id', '=', customerId)
    .executeTakeFirst()

export async function findCustomerId(db: Queryable, userId: string, provider: string): Promise<string | null> {
  const row = await findRow(db, 'payment_customers', { user_id: userId, provider })
  return row?.customer_id ?? null
}

/** Saves the provider's customer id of an account. It never changes. */
export const saveCustomerId = (db: Queryable, userId: string, provider: string, id: string) =>
  insertIfNew(db, 'payment_customers', { user_id: userId, provider, customer_id: id })

/** All subscriptions an account has had, oldest first. */
export const listSubscriptions = (db: Queryable, userId: string) =>
  db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export async function deleteSubscriptions(db: Queryable, userId: string): Promise<void> {
  await deleteRows(db, 'subscriptions', { user_id: userId })
  await deleteRows(db, 'payment_customers', { user_id: userId })
}
