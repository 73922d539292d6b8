import { z } from 'zod'

/** A payment card as typed. The sandbox's form and the sandbox itself check it by the same rules; neither stores it. */
export const CardEntry = z.object({
  number: z.string().max(40),
  expiry: z.string().max(20),
  cvc: z.string().max(10),
})
export type CardEntry = z.infer<typeof CardEntry>
export type CardErrors = Partial<CardEntry>

/** Stripe's test numbers, the only ones that the sandbox accepts. */
export const testCards = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  /** Accepted, and declined at the next renewal. */
  failsLater: '4000000000000341',
} as const

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * The error of each invalid field, in the order of the form.
 * @example cardErrors({ number: '4242 4242 4242 4242', expiry: '1230', cvc: '12' }, 0) // { cvc: 'The CVC has 3 digits.' }
 */
export function cardErrors({ number, expiry, cvc }: CardEntry, now: number): CardErrors {
  const errors: CardErrors = {}
  const accepted: readonly string[] = Object.values(testCards)
  if (!accepted.includes(digitsOf(number))) {
    errors.number = 'This is test mode. Do not use a real card: use 4242 4242 4242 4242.'
  }
  const expiryProblem = expiryError(expiry, now)
  if (expiryProblem) errors.expiry = expiryProblem
  if (!/^\d{3}$/.test(cvc.trim())) errors.cvc = 'The CVC has 3 digits.'
  return errors
}

/** Keyboards of phones that have digits only can leave the slash out; a year that was filled in can have four digits. */
function expiryError(expiry: string, now: number): string | null {
  const [, month, year] = /^(\d{1,2}) ?\/? ?(?:20)?(\d\d)$/.exec(expiry.trim()) ?? []
  if (!month || Number(month) < 1 || Number(month) > 12) {
    return 'Write the expiry date as month and year, like 04 / 30.'
  }
  // A card is valid until the end of its month in every time zone.
  const end = Date.UTC(2000 + Number(year), Number(month), 1, 12)
  return now < end ? null : 'The card has expired.'
}
