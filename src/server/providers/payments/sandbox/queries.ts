import type { Selectable } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { findRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { SandboxCustomersTable, SandboxSubscriptionsTable } from '#server/db/schema/billing.ts'

export type { Queryable }

type SandboxCustomerRow = Selectable<SandboxCustomersTable>
export type SandboxSubscriptionRow = Selectable<SandboxSubscriptionsTable>

/** Inserts a customer, unless its idempotency key exists; returns the id of the customer with that key. */
export async function insertCustomer(db: Queryable, customer: SandboxCustomerRow): Promise<string> {
  await insertIfNew(db, 'sandbox_customers', customer)
  const { idempotency_key } = customer
  return (await findRow(db, 'sandbox_customers', { idempotency_key }))?.id ?? customer.id
}

type CustomerDetails = Pick<SandboxCustomerRow, 'email' | 'name'>

export const updateCustomer = (db: Queryable, id: string, details: CustomerDetails) =>
  updateRows(db, 'sandbox_customers', { id }, details)

/** Inserts a subscription, unless its idempotency key exists; returns the subscription with that key. */
export async function insertSubscription(
  db: Queryable,
  subscription: SandboxSubscriptionRow,
): Promise<SandboxSubscriptionRow> {
  await insertIfNew(db, 'sandbox_subscriptions', subscription)
  const { idempotency_key } = subscription
  return (await findSubscription(db, { idempotency_key })) ?? subscription
}

type SubscriptionKey = Partial<Pick<SandboxSubscriptionRow, 'id' | 'client_secret' | 'idempotency_key'>>

export const findSubscription = (db: Queryable, key: SubscriptionKey): Promise<SandboxSubscriptionRow | undefined> =>
  findRow(db, 'sandbox_subscriptions', key)

export const listSubscriptions = (db: Queryable, customerId: string) =>
  db
    .selectFrom('sandbox_subscriptions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .execute()

type Changes = Partial<Pick<SandboxSubscriptionRow, 'paid_at' | 'cancels_at' | 'card_fails_from'>>

export const activateSubscription = (db: Queryable, id: string, changes: Changes) =>
  updateRows(db, 'sandbox_subscriptions', { id, status: 'incomplete' }, { ...changes, status: 'active' })

export const updateSubscription = (db: Queryable, id: string, changes: Changes) =>
  updateRows(db, 'sandbox_subscriptions', { id }, changes)
