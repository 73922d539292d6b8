import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, fieldError } from '#server/http/api-error.ts'
import { explicitCategory } from '#shared/character-terms.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { entitlements, ratingsUpTo } from '#shared/entitlements.ts'
import { isAgeConfirmedFor } from './character-scope.ts'

/** Throws unless the account may save this character. The error names the field, so that the form can show it there. */
export function assertCanSave(context: Context, author: Viewer, fields: CharacterFields): void {
  assertRating(context, author, fields, 'contentRating')
  assertRating(context, author, fields, 'maxChatRating')
  if (fields.category === explicitCategory && fields.contentRating !== 'explicit') {
    throw fieldError('category', 'That category is for explicit characters only.')
  }
}

function assertRating(
  context: Context,
  author: Viewer,
  fields: CharacterFields,
  field: 'contentRating' | 'maxChatRating',
): void {
  const entitled = entitlements[author.account_type]
  const rating = fields[field]
  if (!ratingsUpTo(context.settings.current().maxContentRating).includes(rating))
    throw new ApiError('rating_unavailable')
  const isPublished = fields.isPublic || field === 'maxChatRating'
  const allowed = isPublished ? entitled.publish : entitled.createPrivate
  if (!allowed.includes(rating)) {
    const message = isPublished
      ? `Publishing ${rating} characters needs Premium.`
      : `${rating === 'explicit' ? 'Explicit' : 'Mature'} characters need Premium.`
    throw new ApiError('premium_required', { message, details: { fields: { [field]: message } } })
  }
  if (!isAgeConfirmedFor(context, author, rating)) throw new ApiError('adult_confirmation_required')
}

/**
 * Clears `kinks` on general characters. An account that may not use the field keeps `storedKinks`, which it
 * cannot read before Premium returns.
 */
export function clearDisallowedFields(author: Viewer, fields: CharacterFields, storedKinks = ''): CharacterFields {
  if (fields.contentRating === 'general') return { ...fields, kinks: '' }
  return entitlements[author.account_type].explicitFields ? fields : { ...fields, kinks: storedKinks }
}
