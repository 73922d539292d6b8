import type { User } from '#shared/accounts.ts'
import { entitlements } from '#shared/entitlements.ts'
import type { UserRow } from './queries.ts'

export function viewUser(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    name: row.display_name ?? row.username,
    displayName: row.display_name,
    accountType: row.account_type,
    chatFilter: entitlements[row.account_type].chatFilter,
    adultConfirmed: row.adult_confirmed_at !== null,
    createdAt: row.created_at,
  }
}
