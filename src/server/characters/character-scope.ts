import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type ContentRating, entitlements, needsAdultConfirmation, ratingsUpTo } from '#shared/entitlements.ts'

/** Which characters a viewer may access. Every query of the gallery and the chat takes it. */
export interface CharacterScope {
  userId: string
  /** Ratings of other people's public characters. */
  browse: ContentRating[]
  /** Ratings of the viewer's own characters. After a downgrade, some of those are no longer allowed. */
  own: ContentRating[]
  /** Ratings up to the operator's ceiling. */
  available: ContentRating[]
}

export function characterScope(context: Context, viewer: Viewer): CharacterScope {
  const available = ratingsUpTo(context.env.maxContentRating)
  const { browse, createPrivate } = entitlements[viewer.account_type]
  const confirmed = available.filter((rating) => isAgeConfirmedFor(context, viewer, rating))
  return {
    userId: viewer.id,
    browse: confirmed.filter((rating) => browse.includes(rating)),
    own: confirmed.filter((rating) => createPrivate.includes(rating)),
    available,
  }
}

/** Throws unless the viewer may browse public characters of this rating. The error says what is missing. */
export function assertCanBrowse(context: Context, viewer: Viewer, rating: ContentRating): void {
  if (!ratingsUpTo(context.env.maxContentRating).includes(rating)) throw new ApiError('rating_unavailable')
  if (!entitlements[viewer.account_type].browse.includes(rating)) throw new ApiError('premium_required')
  if (!isAgeConfirmedFor(context, viewer, rating)) throw new ApiError('adult_confirmation_required')
}

/** Whether the account has given the adult confirmation that `rating` needs, if it needs one. */
export function isAgeConfirmedFor(context: Context, viewer: Viewer, rating: ContentRating): boolean {
  return !needsAdultConfirmation(rating) || context.env.ageAssurance === 'none' || viewer.adult_confirmed_at !== null
}
