import type { User } from '#shared/accounts.ts'

/** The chat filter's badge: free accounts are always filtered, premium accounts by choice, admins never. */
export function filterStatus({ accountType, chatFilter }: Pick<User, 'accountType' | 'chatFilter'>): string {
  if (accountType === 'admin') return 'No Filtering'
  return accountType === 'free' || chatFilter ? 'Filtered' : 'Unfiltered'
}
