import { z } from 'zod'

/** Billing: what Premium costs, how one subscribes, and the words the forms say. */
export const premiumPrice = { text: '$9.99', period: 'per month' } as const

export const subscribeMessages = {
  missing: 'Please fill in all fields and select a plan',
  email: 'Please enter a valid email address',
  createFailed: 'Failed to create subscription. Please try again.',
  unexpected: 'An unexpected error occurred',
} as const

export const customerLimits = { emailMax: 254, nameMax: 200 } as const

const missing = subscribeMessages.missing
const filled = z.string({ error: missing }).trim().min(1, missing)

export const CustomerEmail = filled.max(customerLimits.emailMax, subscribeMessages.email).pipe(
  z.email({
    error: subscribeMessages.email,
    // As browsers understand `type="email"`: a mailbox at a host, no comments, no quotes.
    pattern: /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i,
  }),
)
export const CustomerName = filled.max(
  customerLimits.nameMax,
  `Please shorten the name to ${customerLimits.nameMax} characters`,
)

export const SubscribeRequest = z.object({
  /** Premium is the only plan there is to buy. */
  tier: z.literal('premium', { error: missing }),
  customerEmail: CustomerEmail,
  customerName: CustomerName,
})
export type SubscribeRequest = z.infer<typeof SubscribeRequest>

export const SubscribeResponse = z.object({ clientSecret: z.string() })

/** Who takes payments on this site. `null`: nobody, so that Premium cannot be bought here. */
export const PaymentsResponse = z.object({ provider: z.enum(['sandbox']).nullable() })
export type PaymentsResponse = z.infer<typeof PaymentsResponse>

/** What the sandbox's card form sends, as a real provider's own form sends it to that provider. */
export const SandboxPayment = z.object({
  clientSecret: z.string().max(200),
  number: z.string().max(40),
  expiry: z.string().max(20),
  cvc: z.string().max(10),
})

export const SandboxPaymentResponse = z.object({ status: z.literal('succeeded') })
