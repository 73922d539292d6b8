/** A payment card as typed. The sandbox's form and the sandbox itself check it by the same rules; neither stores it. */
export interface CardEntry {
  number: string
  expiry: string
  cvc: string
}
export type CardField = keyof CardEntry
export type CardErrors = Partial<Record<CardField, string>>

export const cardMessages = {
  numberMissing: 'Enter the card number.',
  numberIncomplete: 'The card number is incomplete.',
  numberInvalid: 'The card number is not valid.',
  numberReal: 'This is test mode. Do not use a real card: use 4242 4242 4242 4242.',
  expiryMissing: 'Enter the expiry date.',
  expiryInvalid: 'Write the expiry date as month and year, like 04 / 30.',
  expiryPast: 'The card has expired.',
  cvcMissing: 'Enter the CVC.',
  cvcInvalid: 'The CVC has 3 digits.',
} as const

/** Stripe's test numbers, the only ones that the sandbox accepts. */
export const testCards = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  /** Accepted, and declined at the next renewal. */
  failsLater: '4000000000000341',
} as const

const shortest = 13
const longest = 19

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * Whether the last digit is the right check digit (ISO/IEC 7812-1, Luhn).
 * @example passesLuhn('4242424242424242') // true
 */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return digits !== '' && sum % 10 === 0
}

/** Groups the digits by four and drops everything else. */
export function formatCardNumber(text: string): string {
  return (
    digitsOf(text)
      .slice(0, longest)
      .match(/.{1,4}/g) ?? []
  ).join(' ')
}

/**
 * Formats what was typed or filled in as `MM / YY`.
 * @example formatExpiry('4') // '04', since no month begins with a 4
 * @example formatExpiry('4/2030') // '04 / 30'
 */
export function formatExpiry(text: string): string {
  const [first = '', second] = text.split(/[/.-]/)
  const typed = second === undefined ? digitsOf(text) : withTwoDigits(digitsOf(first)) + digitsOf(second)
  const digits = /^[2-9]/.test(typed) ? `0${typed}` : typed
  const month = digits.slice(0, 2)
  const year = shortYear(digits.slice(2, 6))
  return year ? `${month} / ${year}` : month
}

/** Two digits. After `20` up to four are allowed while typing: no valid card expires in 2020. */
function shortYear(digits: string): string {
  if (!digits.startsWith('20')) return digits.slice(0, 2)
  return digits.length === 4 ? digits.slice(2) : digits
}

const withTwoDigits = (month: string) => (month.length === 1 ? `0${month}` : month)

export const formatCvc = (text: string): string => digitsOf(text).slice(0, 3)

/** The error of each invalid field, in the order of the form. */
export function cardErrors(card: CardEntry, now: number): CardErrors {
  const errors: CardErrors = {}
  const number = numberError(digitsOf(card.number))
  const expiry = expiryError(card.expiry, now)
  const cvc = cvcError(card.cvc)
  if (number) errors.number = number
  if (expiry) errors.expiry = expiry
  if (cvc) errors.cvc = cvc
  return errors
}

function numberError(digits: string): string | null {
  if (digits === '') return cardMessages.numberMissing
  if (digits.length < shortest) return cardMessages.numberIncomplete
  if (digits.length > longest || !passesLuhn(digits)) return cardMessages.numberInvalid
  const known: readonly string[] = Object.values(testCards)
  return known.includes(digits) ? null : cardMessages.numberReal
}

function expiryError(expiry: string, now: number): string | null {
  if (expiry.trim() === '') return cardMessages.expiryMissing
  const [, month, year] = /^(\d\d) ?\/ ?(\d\d)$/.exec(formatExpiry(expiry)) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return cardMessages.expiryInvalid
  // A card is valid until the end of its month in every time zone.
  const end = Date.UTC(2000 + Number(year), Number(month), 1, 12)
  return now < end ? null : cardMessages.expiryPast
}

function cvcError(cvc: string): string | null {
  if (cvc.trim() === '') return cardMessages.cvcMissing
  return /^\d{3}$/.test(cvc.trim()) ? null : cardMessages.cvcInvalid
}
