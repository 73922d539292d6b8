import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { SubscriptionsTable } from '#server/db/schema.ts'

export type SubscriptionRow = Selectable<SubscriptionsTable>
type Status = SubscriptionRow['status']

/** The states of an open subscription. A partial unique index allows one per account. */
const openStatuses: readonly Status[] = ['incomplete', 'active', 'trialing', 'past_due']
const premiumStatuses: readonly Status[] = ['active', 'trialing', 'past_due']

/** Inserts a subscription, or returns the account's open one. The unique index decides between concurrent inserts. */
export async function insertOrFindOpenSubscription(
  db: Queryable,
  subscription: SubscriptionRow,
): Promise<SubscriptionRow | null> {
  const inserted = await db
    .insertInto('subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? (await findOpenSubscription(db, subscription.user_id)) ?? null
}

function findOpenSubscription(db: Queryable, userId: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', openStatuses)
    .executeTakeFirst()
}

export function findSubscription(db: Queryable, userId: string, id: string) {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Saves the provider's id of a subscription. */
export async function setProviderId(db: Queryable, userId: string, id: string, providerId: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ provider_subscription_id: providerId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Returns the account's unpaid subscription to the first caller in `interval` milliseconds, and null to the others. */
export async function claimForCheck(db: Queryable, userId: string, now: number, interval: number) {
  const unpaid = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'incomplete')
    .where('provider_subscription_id', 'is not', null)
    .executeTakeFirst()
  if (!unpaid) return null
  const claimed = await db
    .updateTable('subscriptions')
    .set({ checked_at: now })
    .where('id', '=', unpaid.id)
    // A time to come was written before the clock was set back.
    .where((eb) => eb.or([eb('checked_at', '<=', now - interval), eb('checked_at', '>', now)]))
    .returningAll()
    .executeTakeFirst()
  return claimed ?? null
}

/** Saves a status if the row still has the version that was read. False when another sync has changed it since. */
export async function updateStatus(
  db: Queryable,
  { id, version }: SubscriptionRow,
  status: Status,
  now: number,
): Promise<boolean> {
  const result = await db
    .updateTable('subscriptions')
    .set({ status, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

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
    .set((eb) => ({
      account_type: paid
        ? 'premium'
        : eb
            .case()
            .when('premium_granted_at', 'is not', null)
            .then('premium')
            .else('free')
            .end()
            .$castTo<'free' | 'premium'>(),
    }))
    .where('id', '=', userId)
    .where('account_type', '<>', 'admin')
    .execute()
}

export async function findCustomerId(db: Queryable, userId: string, provider: string): Promise<string | null> {
  const row = await db
    .selectFrom('payment_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.customer_id ?? null
}

/** Saves the provider's customer id of an account. It never changes. */
export async function saveCustomerId(db: Queryable, userId: string, provider: string, id: string): Promise<void> {
  await db
    .insertInto('payment_customers')
    .values({ user_id: userId, provider, customer_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** All subscriptions an account has had, oldest first. */
export function listSubscriptions(db: Queryable, userId: string) {
  return db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export async function deleteSubscriptions(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('subscriptions').where('user_id', '=', userId).execute()
  await db.deleteFrom('payment_customers').where('user_id', '=', userId).execute()
}
