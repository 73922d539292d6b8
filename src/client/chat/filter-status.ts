import type { User } from '#shared/accounts.ts'

/** Whether what is said here is filtered: always for free accounts, by choice for premium, never for admins. */
export function filterStatus({ accountType, chatFilter }: Pick<User, 'accountType' | 'chatFilter'>): string {
  if (accountType === 'admin') return 'No Filtering'
  return accountType === 'free' || chatFilter ? 'Filtered' : 'Unfiltered'
}
