import type { AccountDataSource } from './accounts/account-data-source.ts'
import { ownSubscriptions } from './billing/account-data.ts'
import { ownCharacters, ownRatings } from './characters/account-data/account-data.ts'
import { ownConversations } from './chat/account-data/account-data.ts'
import { ownPictures } from './images/pictures/account-data.ts'
import { ownReports } from './moderation/account-data.ts'

/**
 * What accounts have, in the order in which it is taken away: conversations before the characters they are with. A
 * capability that keeps anything else for its accounts adds a line.
 */
export const accountData: AccountDataSource[] = [
  ownConversations,
  ownRatings,
  ownCharacters,
  ownPictures,
  ownSubscriptions,
  ownReports,
]
