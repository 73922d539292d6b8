/** Who subscribes, as the form asks for it. Apart from the schemas, since a page that shows the form needs no validator. */
export const premiumPrice = { text: '$9.99', period: 'per month' } as const

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

/** The form as it stands. Premium is the only plan that can be chosen. */
export interface CustomerEntry {
  plan: 'premium' | null
  email: string
  name: string
}

export interface CustomerFaults {
  /** What is wrong with the form as a whole, said once. */
  message?: string
  /** Each field at fault; empty words where the form's own message says it. */
  fields: Partial<Record<keyof CustomerEntry, string>>
}

/** What is wrong with the form; null when it may be sent. */
export function customerFaults({ plan, email, name }: CustomerEntry): CustomerFaults | null {
  const fields: CustomerFaults['fields'] = {}
  if (!plan) fields.plan = ''
  if (email.trim() === '') fields.email = ''
  else if (email.trim().length > customerLimits.emailMax || !emailPattern.test(email.trim())) {
    fields.email = subscribeMessages.email
  }
  if (name.trim() === '') fields.name = ''
  else if (name.trim().length > customerLimits.nameMax) fields.name = subscribeMessages.name
  const faults = Object.values(fields)
  if (faults.length === 0) return null
  return faults.includes('') ? { message: subscribeMessages.missing, fields } : { fields }
}
