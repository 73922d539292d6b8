import type { AccountType } from '#shared/accounts.ts'
import { premiumPrice } from '#shared/customer.ts'

export interface Plan {
  accountType: AccountType
  name: string
  price: string
  period: string
  summary: string
  features: readonly string[]
}

/**
 * The plans as shown to users. The rules are in shared/entitlements.ts. The number of daily messages is the server's
 * setting, and undefined until it is known.
 */
export function freePlan(dailyMessages: number | undefined): Plan {
  return {
    accountType: 'free',
    name: 'Free',
    price: '$0',
    period: 'forever',
    summary: 'Everything you need to start talking.',
    features: [
      'Chat with every public general character',
      'Create and publish general characters',
      'Up to 3 private characters, general or mature',
      `Limited daily messages${dailyMessages === undefined ? '' : `: ${dailyMessages.toLocaleString('en')} a day`}`,
      'Filtered content',
    ],
  }
}

export const premiumPlan: Plan = {
  accountType: 'premium',
  name: 'Premium',
  price: premiumPrice.text,
  period: premiumPrice.period,
  summary: 'For people who chat every day.',
  features: [
    'Unlimited private characters',
    'No daily message limit',
    'AI image generation',
    'Publish mature and explicit characters, for adults',
    'Unfiltered chat: mature and explicit characters and kinks, for adults',
  ],
}

export const adminPlan: Plan = {
  accountType: 'admin',
  name: 'Admin',
  price: 'Custom',
  period: 'by contact',
  summary: 'For the people who run this site.',
  features: [
    'Everything in Premium',
    'No Filtering',
    'Moderation dashboard',
    'Not for sale: contact the people who run this site',
  ],
}
