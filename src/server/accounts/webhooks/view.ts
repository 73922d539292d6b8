import { fieldsOf } from '#server/core/fields-of.ts'
import { Webhook, WebhookDelivery } from '#shared/webhooks.ts'
import type { DeliveryRow, WebhookRow } from './queries.ts'

export const viewWebhook = (row: WebhookRow): Webhook => fieldsOf(Webhook, row)

export const viewDelivery = (row: DeliveryRow): WebhookDelivery => fieldsOf(WebhookDelivery, row)
