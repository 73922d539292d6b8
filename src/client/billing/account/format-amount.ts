/**
 * An amount in the smallest unit of its currency, as a price: some currencies have no cents, others three digits of them.
 * @example formatAmount(999, 'usd', 'en-US') // '$9.99'
 */
export function formatAmount(amount: number, currency: string, locale?: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
