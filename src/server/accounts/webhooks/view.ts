import type { Webhook, WebhookDelivery } from '#shared/webhooks.ts'
import type { DeliveryRow, WebhookRow } from './queries.ts'

export function viewWebhook({ id, url, events, disabled_at, created_at }: WebhookRow): Webhook {
  return { id, url, events: JSON.parse(events), disabledAt: disabled_at, createdAt: created_at }
}

export function viewDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, type, status, attempts, result, attempted_at, created_at } = row
  return { id, type, status, attempts, result, attemptedAt: attempted_at, createdAt: created_at }
}
