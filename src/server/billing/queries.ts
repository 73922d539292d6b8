import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import type { Dialect } from '#server/db/dialect.ts'
import type { SubscriptionsTable } from '#server/db/schema.ts'

export type SubscriptionRow = Selectable<SubscriptionsTable>
type Status = SubscriptionRow['status']

/** Open: a second one beside it would be a second bill. The partial unique index says the same. */
const open: readonly Status[] = ['incomplete', 'active', 'trialing', 'past_due']
const granting: readonly Status[] = ['active', 'trialing', 'past_due']

/** Inserts the user's open subscription, or finds the one there is: the unique index decides. */
export async function openSubscription(db: Queryable, subscription: SubscriptionRow): Promise<SubscriptionRow | null> {
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
    .where('status', 'in', open)
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

/** The subscription the provider knows by this id is ours by that one. */
export async function nameSubscription(db: Queryable, userId: string, id: string, providerId: string): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({ provider_subscription_id: providerId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** The user's unpaid subscription, for whoever asks first in `every` milliseconds; nobody else in that time gets it. */
export async function claimForCheck(db: Queryable, userId: string, now: number, every: number) {
  const unpaid = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'incomplete')
    .where('provider_subscription_id', 'is not', null)
    .executeTakeFirst()
  if (!unpaid) return null
  const taken = await db
    .updateTable('subscriptions')
    .set({ checked_at: now })
    .where('id', '=', unpaid.id)
    .where('checked_at', '<=', now - every)
    .returningAll()
    .executeTakeFirst()
  return taken ?? null
}

/** Writes a status over the version it was asked for by; false where another has written since. */
export async function writeStatus(
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

/** Takes an account, so that two of its subscriptions do not settle its type at once. On SQLite the single writer is the lock. */
export async function lockAccount(db: Queryable, dialect: Dialect, userId: string): Promise<void> {
  if (dialect === 'postgres') {
    await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  }
}

/** An account is Premium while a subscription of its grants it. Admins stay admins. */
export async function settleAccountType(db: Queryable, userId: string): Promise<void> {
  const paid = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'in', granting)
    .executeTakeFirst()
  await db
    .updateTable('users')
    .set({ account_type: paid ? 'premium' : 'free' })
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

/** Remembers by what id the provider knows this account, for ever. */
export async function saveCustomerId(db: Queryable, userId: string, provider: string, id: string): Promise<void> {
  await db
    .insertInto('payment_customers')
    .values({ user_id: userId, provider, customer_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Every subscription an account ever opened, oldest first. */
export function listSubscriptions(db: Queryable, userId: string) {
  return db.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export async function deleteSubscriptions(db: Queryable, userId: string): Promise<void> {
  await db.deleteFrom('subscriptions').where('user_id', '=', userId).execute()
  await db.deleteFrom('payment_customers').where('user_id', '=', userId).execute()
}
