import { z } from 'zod'
import { SubscribeRequest } from '#shared/billing.ts'

const { tier, customerEmail, customerName } = SubscribeRequest.shape

/** The customer form. The chosen plan is part of it, but is selected outside of it. */
export const CustomerFields = z.object({ plan: tier, email: customerEmail, name: customerName })
export type CustomerFields = z.infer<typeof CustomerFields>
