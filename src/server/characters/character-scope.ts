import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type ContentRating, entitlements, needsAdultConfirmation, ratingsUpTo } from '#shared/entitlements.ts'

/** Which characters a viewer may meet: the scope every query of the gallery and the chat takes. */
export interface CharacterScope {
  userId: string
  /** Ratings of other people's public characters. */
  browse: ContentRating[]
  /** Ratings of one's own: what was allowed when it was written may no longer be. */
  own: ContentRating[]
  /** Ratings the operator carries at all. */
  available: ContentRating[]
}

export function characterScope(context: Context, user: Viewer): CharacterScope {
  const available = ratingsUpTo(context.env.maxContentRating)
  const { browse, keepPrivate } = entitlements[user.account_type]
  const open = available.filter((rating) => confirmedFor(context, user, rating))
  return {
    userId: user.id,
    browse: open.filter((rating) => browse.includes(rating)),
    own: open.filter((rating) => keepPrivate.includes(rating)),
    available,
  }
}

/** Refuses to list characters of a rating the viewer may not meet, with the one thing that stands in the way. */
export function assertCanBrowse(context: Context, user: Viewer, rating: ContentRating): void {
  if (!ratingsUpTo(context.env.maxContentRating).includes(rating)) throw new ApiError('rating_unavailable')
  if (!entitlements[user.account_type].browse.includes(rating)) throw new ApiError('premium_required')
  if (!confirmedFor(context, user, rating)) throw new ApiError('adult_confirmation_required')
}

/** Whether the account has said what `rating` asks it to say first. */
export function confirmedFor(context: Context, user: Viewer, rating: ContentRating): boolean {
  return !needsAdultConfirmation(rating) || context.env.ageAssurance === 'none' || user.adult_confirmed_at !== null
}
