import { type Insertable, type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/db/database.ts'
import { countRows, deleteRows, findRow, insertIfNew, updateRows } from '#server/db/rows.ts'
import type { WebhookDeliveriesTable, WebhooksTable } from '#server/db/schema/webhooks.ts'
import { webhookLimits } from '#shared/webhooks.ts'

export type WebhookRow = Selectable<WebhooksTable>
export type DeliveryRow = Selectable<WebhookDeliveriesTable>

export function listWebhooks(db: Queryable, userId: string): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

export const countWebhooks = (db: Queryable, userId: string) => countRows(db, 'webhooks', { user_id: userId })

export const findWebhook = (db: Queryable, userId: string, id: string) =>
  findRow(db, 'webhooks', { id, user_id: userId })

export const insertWebhook = (db: Queryable, row: Insertable<WebhooksTable>) => insertIfNew(db, 'webhooks', row)

export const deleteWebhook = (db: Queryable, userId: string, id: string) =>
  deleteRows(db, 'webhooks', { user_id: userId, id })

/** Switches it on too. */
export async function setEvents(db: Queryable, userId: string, id: string, events: string): Promise<boolean> {
  const changes = { events, failing_since: null, disabled_at: null }
  return (await updateRows(db, 'webhooks', { user_id: userId, id }, changes)) > 0
}

/** The webhooks of the conversations' owners that are switched on, in the order in which transactions lock their jobs. */
export const listWebhooksOf = (db: Queryable, conversationIds: string[]) =>
  db
    .selectFrom('conversations')
    .innerJoin('webhooks', 'webhooks.user_id', 'conversations.user_id')
    .select(['webhooks.id', 'webhooks.events', 'conversations.id as conversation_id'])
    .where('conversations.id', 'in', conversationIds)
    .where('webhooks.disabled_at', 'is', null)
    .orderBy('webhooks.id')
    .execute()

/** Those of moderators. */
export const listStaffWebhooks = (db: Queryable) =>
  db
    .selectFrom('webhooks')
    .innerJoin('users', 'users.id', 'webhooks.user_id')
    .select(['webhooks.id', 'webhooks.events'])
    .where((eb) => eb.or([eb('account_type', '=', 'admin'), eb('is_moderator', '=', 1)]))
    .where('webhooks.disabled_at', 'is', null)
    .orderBy('webhooks.id')
    .execute()

export const insertDelivery = (db: Queryable, row: Insertable<WebhookDeliveriesTable>) =>
  insertIfNew(db, 'webhook_deliveries', row)

export function listDeliveries(db: Queryable, webhookId: string): Promise<DeliveryRow[]> {
  const rows = db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId)
  return rows.orderBy('id', 'desc').limit(webhookLimits.shown).execute()
}

/** Makes a delivery that has ended pending again. */
export async function restartDelivery(db: Queryable, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', attempts: 0 })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .where('status', '<>', 'pending')
    .returningAll()
    .executeTakeFirst()
}

/** The oldest delivery of a webhook for a conversation that is not sent yet, with what is needed to send it. */
export function findNextDelivery(db: Queryable, webhookId: string, conversationId: string) {
  return (
    db
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhooks', 'webhooks.id', 'delivery.webhook_id')
      .innerJoin('users', 'users.id', 'webhooks.user_id')
      .selectAll('delivery')
      .select(['webhooks.url', 'webhooks.encrypted_secret', 'webhooks.failing_since', 'webhooks.disabled_at'])
      .select(['users.account_type', 'users.is_moderator'])
      .where('delivery.webhook_id', '=', webhookId)
      .where('delivery.conversation_id', '=', conversationId)
      // A literal, by which SQLite finds the partial index.
      .where('delivery.status', '=', sql.lit('pending'))
      .orderBy('delivery.id')
      .executeTakeFirst()
  )
}
export type NextDelivery = NonNullable<Awaited<ReturnType<typeof findNextDelivery>>>

export const updateDelivery = (
  db: Queryable,
  id: string,
  changes: Pick<DeliveryRow, 'status' | 'attempts' | 'result' | 'attempted_at'>,
) => updateRows(db, 'webhook_deliveries', { id }, changes)

export const updateWebhook = (
  db: Queryable,
  id: string,
  changes: Partial<Pick<WebhookRow, 'failing_since' | 'disabled_at'>>,
) => updateRows(db, 'webhooks', { id }, changes)

export const countWaiting = (db: Queryable, webhookId: string) =>
  countRows(db, 'webhook_deliveries', { webhook_id: webhookId, status: 'pending' })

/** Gives up all that waits. */
export const failWaiting = (db: Queryable, webhookId: string, result: string) =>
  updateRows(db, 'webhook_deliveries', { webhook_id: webhookId, status: 'pending' }, { status: 'failed', result })

/** Deletes what the settings no longer show. */
export const deleteOldDeliveries = (db: Queryable, webhookId: string) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('status', '<>', 'pending')
    .where('id', '<', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .orderBy('id', 'desc')
        .offset(webhookLimits.shown)
        .limit(1),
    )
    .execute()

/** A reply as a webhook reports it. */
export const findReply = (db: Queryable, id: string) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.content', 'messages.speaker_id', 'conversations.character_id'])
    .where('messages.id', '=', id)
    .executeTakeFirst()
