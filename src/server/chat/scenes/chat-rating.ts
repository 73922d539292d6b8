import { characterScope } from '#server/characters/character-scope.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { type ContentRating, contentRatings, ratingsUpTo } from '#shared/entitlements.ts'

type Rated = Pick<CharacterRow, 'content_rating' | 'max_chat_rating' | 'sample_slug' | 'author_account_type'>

/** The ratings that a chat with a character may have: its own, and those above that its author allows. */
export function chatRatings({
  content_rating,
  max_chat_rating,
  sample_slug,
  author_account_type,
}: Rated): ContentRating[] {
  const mayAllow = sample_slug !== null || author_account_type !== 'free'
  const raised = ratingsUpTo(mayAllow ? max_chat_rating : content_rating).slice(
    contentRatings.indexOf(content_rating) + 1,
  )
  return [content_rating, ...raised]
}

/**
 * The character as it plays in a conversation: with the rating that the user has chosen, as far as its author and the
 * account allow it now.
 */
export function withChatRating<Row extends Rated>(
  context: Context,
  viewer: Account,
  character: Row,
  { content_rating: chosen }: { content_rating: ContentRating | null },
): Row {
  if (chosen === null) return character
  const { browse } = characterScope(context, viewer)
  const upToChosen = ratingsUpTo(chosen)
  const rating = chatRatings(character).findLast((one) => upToChosen.includes(one) && browse.includes(one))
  return rating && rating !== character.content_rating ? { ...character, content_rating: rating } : character
}
