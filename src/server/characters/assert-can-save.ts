import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, fieldError } from '#server/http/api-error.ts'
import { explicitCategory } from '#shared/character-terms.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { entitlements, ratingsUpTo } from '#shared/entitlements.ts'
import { isAgeConfirmedFor } from './character-scope.ts'

/** Throws unless the account may save this character. The error names the field, so that the form can show it there. */
export function assertCanSave(context: Context, author: Viewer, fields: CharacterFields): void {
  const entitled = entitlements[author.account_type]
  const { contentRating } = fields
  if (!ratingsUpTo(context.env.maxContentRating).includes(contentRating)) throw new ApiError('rating_unavailable')
  const allowed = fields.isPublic ? entitled.publish : entitled.createPrivate
  if (!allowed.includes(contentRating)) {
    const message = fields.isPublic
      ? `Publishing ${contentRating} characters needs Premium.`
      : `${contentRating === 'explicit' ? 'Explicit' : 'Mature'} characters need Premium.`
    throw new ApiError('premium_required', { message, details: { fields: { contentRating: message } } })
  }
  if (!isAgeConfirmedFor(context, author, contentRating)) throw new ApiError('adult_confirmation_required')
  if (fields.category === explicitCategory && contentRating !== 'explicit') {
    throw fieldError('category', 'That category is for explicit characters only.')
  }
}

/**
 * Clears `kinks` on general characters. An account that may not use the field keeps `storedKinks`, which it
 * cannot read before Premium returns.
 */
export function clearDisallowedFields(author: Viewer, fields: CharacterFields, storedKinks = ''): CharacterFields {
  if (fields.contentRating === 'general') return { ...fields, kinks: '' }
  return entitlements[author.account_type].explicitFields ? fields : { ...fields, kinks: storedKinks }
}
