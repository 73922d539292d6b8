import { z } from 'zod'
import type { Routes } from './routes.ts'

export const webhookLimits = {
  perAccount: 5,
  url: 2_000,
  /** Attempts to deliver an event, over about four hours. */
  attempts: 8,
  /** Milliseconds without a delivery, from the first failure, after which a webhook is switched off. */
  failingFor: 3 * 86_400_000,
  /** Deliveries that may wait. A webhook with more is switched off too. */
  waiting: 1_000,
  /** Deliveries that the settings show. */
  shown: 20,
  /** UTF-16 code units of a reply's text. */
  text: 10_000,
} as const

/** The events of webhooks, as the form names them. `flag.raised` is for moderators. */
export const webhookEvents = {
  'reply.ended': 'A reply has ended',
  'conversation.changed': 'A conversation was changed',
  'flag.raised': 'A flag was raised',
} as const
export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]]

const Events = z
  .array(z.enum(webhookEventNames))
  .min(1, 'Please choose at least one event')
  .max(webhookEventNames.length)

/** Whether its address may be used is checked by the server, which knows what its operator allows. */
export const WebhookRequest = z.object({
  url: z
    .string()
    .trim()
    .max(webhookLimits.url, `Please keep the address to ${webhookLimits.url.toLocaleString('en')} characters or less`)
    .refine(
      (url) => /^https?:\/\//i.test(url) && URL.canParse(url),
      'Please enter an address that starts with https://',
    ),
  events: Events,
})
export type WebhookRequest = z.infer<typeof WebhookRequest>

export const Webhook = WebhookRequest.extend({
  id: z.string(),
  /** When it was switched off, because nothing was delivered for days or too much waited. */
  disabledAt: z.number().int().nullable(),
  createdAt: z.number().int(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookDelivery = z.object({
  id: z.string(),
  /** An event, or `test`. */
  type: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.number().int(),
  /** What the last attempt led to: `HTTP 500`, say. Empty before the first. */
  result: z.string(),
  attemptedAt: z.number().int().nullable(),
  createdAt: z.number().int(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** No API key may call these: what it adds would outlive the key. */
const own = { access: 'signed-in' } as const
const limited = { ...own, limit: 'save' } as const

export const webhookApi = {
  'GET /api/webhooks': { ...own, response: z.object({ webhooks: z.array(Webhook) }) },
  /** `secret` signs its deliveries. It is not shown again. */
  'POST /api/webhooks': {
    ...limited,
    body: WebhookRequest,
    response: z.object({ webhook: Webhook, secret: z.string() }),
    status: 201,
  },
  /** Changes its events, and switches it on again. */
  'PUT /api/webhooks/:id/events': { ...limited, body: z.object({ events: Events }) },
  'DELETE /api/webhooks/:id': limited,
  'POST /api/webhooks/:id/test': limited,
  'GET /api/webhooks/:id/deliveries': { ...own, response: z.object({ deliveries: z.array(WebhookDelivery) }) },
  'POST /api/webhooks/:id/deliveries/:deliveryId/redeliver': limited,
} as const satisfies Routes
