import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Subscriptions, and the state of the sandbox payment provider. */
export async function up(db: Kysely<Database>): Promise<void> {
  await subscriptions(db)
  await sandbox(db)
}

async function subscriptions(db: Kysely<Database>) {
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_subscription_id', 'text', (c) => c.unique())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('checked_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint(
      'subscriptions_status',
      sql`status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')`,
    )
    .execute()
  await sql`create unique index subscriptions_open on subscriptions (user_id) where status in ('incomplete', 'active', 'trialing', 'past_due')`.execute(
    db,
  )
  await db.schema.createIndex('subscriptions_user').on('subscriptions').column('user_id').execute()
  await db.schema
    .createTable('payment_customers')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('customer_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_customers_pk', ['user_id', 'provider'])
    .execute()
}

/** The reference deletes the sandbox's rows with the account. */
async function sandbox(db: Kysely<Database>) {
  await db.schema
    .createTable('sandbox_customers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('sandbox_customers_user').on('sandbox_customers').column('user_id').execute()
  await db.schema
    .createTable('sandbox_subscriptions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('idempotency_key', 'text', (c) => c.notNull().unique())
    .addColumn('customer_id', 'text', (c) => c.notNull().references('sandbox_customers.id').onDelete('cascade'))
    .addColumn('client_secret', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addCheckConstraint('sandbox_subscriptions_status', sql`status in ('incomplete', 'active')`)
    .execute()
  await db.schema
    .createIndex('sandbox_subscriptions_customer')
    .on('sandbox_subscriptions')
    .column('customer_id')
    .execute()
}
