import type { AccountDataSource } from './accounts/account-data-source.ts'
import { ownSubscriptions } from './billing/account-data.ts'
import { ownCharacters, ownRatings } from './characters/account-data/account-data.ts'
import { ownConversations } from './chat/account-data/account-data.ts'
import { ownPictures } from './images/pictures/account-data.ts'
import { ownReports } from './moderation/account-data.ts'

/**
 * All data that belongs to accounts, in the order of its deletion: conversations before the characters they refer to. A
 * capability that stores other data for accounts adds a line.
 */
export const accountData: AccountDataSource[] = [
  ownConversations,
  ownRatings,
  ownCharacters,
  ownPictures,
  ownSubscriptions,
  ownReports,
]
