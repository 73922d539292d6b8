import type { Context, Queryable } from '#server/core/context.ts'
import { saveJob } from '#server/core/jobs/queries.ts'
import type { WebhookEvent } from '#shared/webhooks.ts'
import { type DeliveryRow, insertDelivery, listStaffWebhooks, listWebhooksOf } from './queries.ts'

interface ConversationEvent {
  type: 'reply.ended' | 'conversation.changed'
  conversationId: string
  /** Ids, and what is no text of a chat. */
  data?: object
}

/** Tells the webhooks of the conversations' owners, as a part of the transaction of what it tells. */
export async function addConversationEvents(
  context: Pick<Context, 'ids' | 'clock'>,
  trx: Queryable,
  events: readonly ConversationEvent[],
): Promise<void> {
  if (events.length === 0) return
  const webhooks = await listWebhooksOf(
    trx,
    events.map(({ conversationId }) => conversationId),
  )
  for (const { type, conversationId, data = {} } of events) {
    for (const { id, events: chosen, conversation_id } of webhooks) {
      if (conversation_id !== conversationId || !isChosen(chosen, type)) continue
      await addDelivery(context, trx, { webhookId: id, conversationId, type, data })
    }
  }
}

/** Tells the webhooks of moderators. */
export async function addFlagEvent(context: Context, trx: Queryable, data: object): Promise<void> {
  for (const { id, events } of await listStaffWebhooks(trx)) {
    if (isChosen(events, 'flag.raised')) await addDelivery(context, trx, { webhookId: id, type: 'flag.raised', data })
  }
}

const isChosen = (events: string, type: WebhookEvent) => (JSON.parse(events) as WebhookEvent[]).includes(type)

interface NewDelivery {
  webhookId: string
  conversationId?: string
  type: string
  data: object
}

export async function addDelivery(
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  trx: Queryable,
  { webhookId, conversationId = '', type, data }: NewDelivery,
): Promise<void> {
  const [id, now] = [ids.uuid(), clock.now()]
  const row = { id, webhook_id: webhookId, conversation_id: conversationId, type, data: JSON.stringify(data) }
  await insertDelivery(trx, { ...row, created_at: now })
  await saveWebhookJob(trx, row, now)
}

/**
 * One job for the deliveries of a webhook for a conversation, which sends them one after the other. Its payload is another
 * with each, so that a job that runs is due again after it.
 */
export const saveWebhookJob = (
  trx: Queryable,
  { id, webhook_id, conversation_id }: Pick<DeliveryRow, 'id' | 'webhook_id' | 'conversation_id'>,
  now: number,
) => saveJob(trx, { kind: 'webhook', key: `${webhook_id} ${conversation_id}`, payload: [id, now], now })
