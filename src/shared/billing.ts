import { z } from 'zod'
import { customerLimits, emailPattern, subscribeMessages } from './customer.ts'

const { missing, email, name } = subscribeMessages
const filled = z.string({ error: missing }).trim().min(1, missing)

export const SubscribeRequest = z.object({
  /** The only plan that can be bought. */
  tier: z.literal('premium', { error: missing }),
  customerEmail: filled.max(customerLimits.emailMax, email).regex(emailPattern, email),
  customerName: filled.max(customerLimits.nameMax, name),
})
export type SubscribeRequest = z.infer<typeof SubscribeRequest>

export const SubscribeResponse = z.object({ clientSecret: z.string() })

/** What this server sells. */
export const PaymentsResponse = z.object({
  /** The payment provider; null when Premium cannot be bought. */
  provider: z.enum(['sandbox']).nullable(),
  /** Messages that a free account can send each day. */
  freeDailyMessages: z.number().int(),
})
export type PaymentsResponse = z.infer<typeof PaymentsResponse>

/** What the sandbox's card form sends. A real provider's form sends the card to that provider instead. */
export const SandboxPayment = z.object({
  clientSecret: z.string().max(200),
  number: z.string().max(40),
  expiry: z.string().max(20),
  cvc: z.string().max(10),
})

export const SandboxPaymentResponse = z.object({ status: z.literal('succeeded') })
