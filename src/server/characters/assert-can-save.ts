import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { explicitCategory } from '#shared/character-terms.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { entitlements, ratingsUpTo } from '#shared/entitlements.ts'
import { confirmedFor } from './character-scope.ts'

/** Refuses a character this account may not keep; the reason is one the editor can show beside the field. */
export function assertCanSave(context: Context, user: Viewer, fields: CharacterFields): void {
  const may = entitlements[user.account_type]
  const { contentRating } = fields
  if (!ratingsUpTo(context.env.maxContentRating).includes(contentRating)) throw new ApiError('rating_unavailable')
  const allowed = fields.isPublic ? may.publish : may.keepPrivate
  if (!allowed.includes(contentRating)) {
    const message = fields.isPublic
      ? `Publishing ${contentRating} characters needs Premium.`
      : `${contentRating === 'explicit' ? 'Explicit' : 'Mature'} characters need Premium.`
    throw new ApiError('premium_required', { message, details: { fields: { contentRating: message } } })
  }
  if (!confirmedFor(context, user, contentRating)) throw new ApiError('adult_confirmation_required')
  if (fields.category === explicitCategory && contentRating !== 'explicit') {
    const message = 'That category is for explicit characters only.'
    throw new ApiError('validation_failed', { message, details: { fields: { category: message } } })
  }
}

/** Kinks belong to mature and explicit characters of accounts that may have them; elsewhere they are not kept. */
export function withoutUnallowedFields(user: Viewer, fields: CharacterFields): CharacterFields {
  const kept = entitlements[user.account_type].explicitFields && fields.contentRating !== 'general'
  return kept ? fields : { ...fields, kinks: '' }
}
