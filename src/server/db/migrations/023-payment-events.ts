import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Webhooks of the payment provider, and the periods and cancellations of subscriptions. */
export async function up(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('payment_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('subscription_id', 'text')
    .addColumn('charge_id', 'text')
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
    .addColumn('processed_at', 'bigint')
    .execute()
  await sql`create index payment_events_pending on payment_events (next_attempt_at) where processed_at is null`.execute(
    db,
  )
  await sql`create index payment_events_processed on payment_events (processed_at) where processed_at is not null`.execute(
    db,
  )
  for (const column of ['current_period_end', 'cancels_at']) {
    await db.schema.alterTable('subscriptions').addColumn(column, 'bigint').execute()
  }
  // Finds the subscriptions to reconcile, which have not ended.
  await sql`create index subscriptions_checked on subscriptions (checked_at) where status not in ('canceled', 'incomplete_expired')`.execute(
    db,
  )
  for (const column of ['paid_at', 'cancels_at', 'card_fails_from']) {
    await db.schema.alterTable('sandbox_subscriptions').addColumn(column, 'bigint').execute()
  }
}
