import type { AccountType } from '#shared/accounts.ts'

export interface Plan {
  accountType: AccountType
  name: string
  price: string
  period?: string
  summary: string
  lines: readonly string[]
}

/** What each account gets. The rules themselves live in shared/entitlements.ts. */
export const freePlan: Plan = {
  accountType: 'free',
  name: 'Free',
  price: '$0',
  period: 'forever',
  summary: 'Everything you need to start talking.',
  lines: [
    'Chat with every public general character',
    'Write and publish general characters',
    'Up to 3 private characters',
    'Limited daily messages',
    'Filtered conversations',
  ],
}

export const premiumPlan: Plan = {
  accountType: 'premium',
  name: 'Premium',
  price: '$9.99',
  period: 'per month',
  summary: 'For those who come back every night.',
  lines: [
    'Unlimited private characters',
    'No daily message limit',
    'Unfiltered conversations',
    'Mature and explicit characters, for adults',
    'AI image generation',
  ],
}

export const adminPlan: Plan = {
  accountType: 'admin',
  name: 'Admin',
  price: 'Custom',
  summary: 'For those who look after the place.',
  lines: ['Everything in Premium', 'No Filtering', 'The moderation desk', 'Given by the people who run this site'],
}
