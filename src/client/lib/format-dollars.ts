/** $1,204.50; an amount that would be rounded to nothing is "<$0.01". */
export function formatDollars(amount: number): string {
  if (amount > 0 && amount < 0.005) return '<$0.01'
  return amount.toLocaleString('en', { style: 'currency', currency: 'USD' })
}
