import type { Belongings } from './accounts/belongings.ts'
import { ownSubscriptions } from './billing/belongings.ts'
import { ownCharacters, ownRatings } from './characters/belongings/belongings.ts'
import { ownConversations } from './chat/belongings/belongings.ts'
import { ownPictures } from './images/pictures/belongings.ts'
import { ownReports } from './moderation/belongings.ts'

/**
 * What accounts have, in the order in which it is taken away: conversations before the characters they are with. A
 * capability that keeps anything else for its accounts adds a line.
 */
export const belongings: Belongings[] = [
  ownConversations,
  ownRatings,
  ownCharacters,
  ownPictures,
  ownSubscriptions,
  ownReports,
]
