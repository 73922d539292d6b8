/** Prices, limits and messages of the subscribe form. Separate from the schemas, so that pages can use them without Zod. */
export const premiumPrice = { text: '$9.99', period: 'per month', cents: 999, currency: 'usd' } as const

/** The address of the payment step. With Stripe it is loaded as a page, whose policy allows Stripe's card form. */
export const paymentPath = '/subscribe?step=payment'

export const subscribeMessages = {
  missing: 'Please fill in all fields and select a plan',
  email: 'Please enter a valid email address',
  name: 'Please shorten the name to 200 characters',
  createFailed: 'Failed to create subscription. Please try again.',
  unexpected: 'An unexpected error occurred',
} as const

export const customerLimits = { emailMax: 254, nameMax: 200 } as const

/** As browsers understand `type="email"`, with a dot in the host: a mailbox at a host, no comments, no quotes. */
export const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
