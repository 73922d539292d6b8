import { z } from 'zod'
import { customerLimits, emailPattern, subscribeMessages } from './customer.ts'
import { CardEntry } from './payment-card.ts'
import type { Routes } from './routes.ts'

const { missing, email, name } = subscribeMessages
const filled = z.string({ error: missing }).trim().min(1, missing)

export const SubscribeRequest = z.object({
  /** The only plan that can be bought. */
  tier: z.literal('premium', { error: missing }),
  customerEmail: filled.max(customerLimits.emailMax, email).regex(emailPattern, email),
  customerName: filled.max(customerLimits.nameMax, name),
})
export type SubscribeRequest = z.infer<typeof SubscribeRequest>

/** What this server sells. */
const PaymentsResponse = z.object({
  /** The payment provider; null when Premium cannot be bought. */
  provider: z.enum(['sandbox', 'stripe']).nullable(),
  /** For the provider's own card form. */
  publishableKey: z.string().nullable(),
  /** Whether only test cards are accepted and no money moves. */
  isTestMode: z.boolean(),
  /** Messages that a free account can send each day. */
  freeDailyMessages: z.number().int(),
})
export type PaymentsResponse = z.infer<typeof PaymentsResponse>

/** What the sandbox's card form sends. A real provider's form sends the card to that provider instead. */
const SandboxPayment = CardEntry.extend({ clientSecret: z.string().max(200) })

/** The subscription of the account page. Times are milliseconds since 1970. */
export const OwnSubscription = z.object({
  /** `past_due`: the last renewal was not paid, and the provider tries again. `cancelled`: it runs until `endsAt`. */
  state: z.enum(['active', 'past_due', 'cancelled', 'ended']),
  renewsAt: z.number().int().nullable(),
  endsAt: z.number().int().nullable(),
})
export type OwnSubscription = z.infer<typeof OwnSubscription>

const OwnSubscriptionResponse = z.object({ subscription: OwnSubscription.nullable() })

export const BillingInvoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  createdAt: z.number().int(),
  /** In the smallest unit of the currency, such as cents. */
  amount: z.number().int(),
  currency: z.string(),
  isPaid: z.boolean(),
  /** The provider's page of the invoice. */
  url: z.string().nullable(),
})
export type BillingInvoice = z.infer<typeof BillingInvoice>

/** What is connected, and what has happened. */
export const PaymentsState = z.object({
  provider: z.enum(['sandbox', 'stripe']).nullable(),
  isTestMode: z.boolean(),
  /** Where the provider sends its webhooks; null when it sends none. */
  webhookUrl: z.string().nullable(),
  lastWebhookAt: z.number().int().nullable(),
  /** Webhooks that are still to be processed, because the provider failed. */
  pendingWebhooks: z.number().int(),
  subscriptions: z.object({ active: z.number().int(), cancelled: z.number().int(), pastDue: z.number().int() }),
})
export type PaymentsState = z.infer<typeof PaymentsState>

/** Whether Premium can be bought, in plain words. */
export const PaymentsTest = z.object({ ok: z.boolean(), message: z.string() })
export type PaymentsTest = z.infer<typeof PaymentsTest>

export const billingApi = {
  'GET /api/payments': { access: 'public', response: PaymentsResponse },
  'POST /api/create-subscription': {
    access: 'signed-in',
    limit: 'subscribe',
    body: SubscribeRequest,
    response: z.object({ clientSecret: z.string() }),
  },
  'POST /api/billing-portal': { access: 'signed-in', limit: 'billing', response: z.object({ url: z.string() }) },
  'GET /api/admin/payments': { access: 'admin', response: PaymentsState },
  'POST /api/admin/payments/test': { access: 'admin', limit: 'billing', response: PaymentsTest },
} as const satisfies Routes

const limited = { access: 'signed-in-suspended', limit: 'billing' } as const

/** A suspended user pays on, and so may read and cancel the subscription. */
export const ownSubscriptionApi = {
  'GET /api/subscription': { access: 'signed-in-suspended', response: OwnSubscriptionResponse },
  'POST /api/subscription/cancel': { ...limited, response: OwnSubscriptionResponse },
  'POST /api/subscription/resume': { ...limited, response: OwnSubscriptionResponse },
  'GET /api/subscription/invoices': { ...limited, response: z.object({ invoices: z.array(BillingInvoice) }) },
} as const satisfies Routes

const Paid = z.object({ status: z.literal('succeeded') })

export const sandboxApi = {
  'POST /api/sandbox/confirm-payment': {
    access: 'public',
    limit: 'sandboxPayment',
    body: SandboxPayment,
    response: Paid,
  },
  'POST /api/sandbox/card': {
    access: 'signed-in',
    limit: 'sandboxPayment',
    body: CardEntry,
    response: Paid,
  },
} as const satisfies Routes
