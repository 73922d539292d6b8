import type { Generated } from 'kysely'

export interface WebhookTables {
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}

/** Addresses that are told what happens in an account. */
export interface WebhooksTable {
  id: string
  user_id: string
  url: string
  /** JSON: names of events. */
  events: string
  encrypted_secret: string
  /** The first failed attempt since the last that succeeded. */
  failing_since: Generated<number | null>
  /** When it was switched off, because it failed for too long or too much waited. */
  disabled_at: Generated<number | null>
  created_at: number
}

/** Events that a webhook is or was told, in the order of their ids. */
export interface WebhookDeliveriesTable {
  id: string
  webhook_id: string
  /** Its deliveries are sent one after the other. Empty: none. */
  conversation_id: string
  type: string
  /** JSON: ids. Texts are read when it is sent. */
  data: string
  status: Generated<'pending' | 'delivered' | 'failed'>
  attempts: Generated<number>
  result: Generated<string>
  attempted_at: Generated<number | null>
  created_at: number
}
