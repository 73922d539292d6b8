import type { AccountDataSource } from './accounts/account-data-source.ts'
import { ownWebhooks } from './accounts/webhooks/account-data.ts'
import { createOwnSubscriptions } from './billing/account-data.ts'
import type { BillingDeps } from './billing/billing-deps.ts'
import { ownCharacters, ownRatings } from './characters/account-data/account-data.ts'
import { ownConversations, ownFolders } from './chat/account-data/account-data.ts'
import { ownEmbeds } from './chat/embeds/account-data.ts'
import { ownLorebooks } from './chat/lorebooks/account-data.ts'
import { ownPersonas } from './chat/personas/account-data.ts'
import { ownQuickReplies } from './chat/quick-replies/account-data.ts'
import { ownSpeech } from './chat/speech/account-data.ts'
import { ownGeneratedImages, ownImages } from './images/account-data.ts'
import { ownAppeals, ownDecisions, ownReports } from './moderation/account-data.ts'

/**
 * All data that belongs to accounts, in the order of its deletion: subscriptions first, so that nobody pays for a
 * deleted account, and conversations before the characters they refer to. A capability that stores other data for
 * accounts adds a line.
 */
export const createAccountData = (billing: BillingDeps): AccountDataSource[] => [
  createOwnSubscriptions(billing),
  ownWebhooks,
  ownSpeech,
  ownConversations,
  ownPersonas,
  ownLorebooks,
  ownQuickReplies,
  ownFolders,
  ownRatings,
  ownEmbeds,
  ownCharacters,
  ownGeneratedImages,
  ownImages,
  ownReports,
  ownAppeals,
  ownDecisions,
]
