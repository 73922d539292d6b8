import type { User } from '#shared/accounts.ts'
import type { Character } from '#shared/characters.ts'
import type { Conversation } from '#shared/chat.ts'
import { type ContentRating, mayBrowse, ratingsUpTo } from '#shared/entitlements.ts'

/** The chat filter's badge: free accounts are always filtered, premium accounts by choice, admins never. */
export function filterStatus({ accountType, chatFilter }: Pick<User, 'accountType' | 'chatFilter'>): string {
  if (accountType === 'admin') return 'No Filtering'
  return accountType === 'free' || chatFilter ? 'Filtered' : 'Unfiltered'
}

type Viewer = Pick<User, 'accountType' | 'chatFilter' | 'maxContentRating'>
type RatedCharacter = Pick<Character, 'contentRating' | 'maxChatRating'>

/** The ratings that the user can give a chat with a character: its own, and those to which its author lets it be raised. */
export function chatRatingsOf(user: Viewer, { contentRating, maxChatRating }: RatedCharacter): ContentRating[] {
  const upToOwn = ratingsUpTo(contentRating)
  const raised = ratingsUpTo(maxChatRating).filter((rating) => !upToOwn.includes(rating) && mayBrowse(user, rating))
  return [contentRating, ...(user.chatFilter ? [] : raised)]
}

export function ratingOfChat(
  user: Viewer,
  character: RatedCharacter,
  conversation: Pick<Conversation, 'contentRating'> | null,
): ContentRating {
  const chosen = ratingsUpTo(conversation?.contentRating ?? character.contentRating)
  return chatRatingsOf(user, character).findLast((rating) => chosen.includes(rating)) ?? character.contentRating
}
