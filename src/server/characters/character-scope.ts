import type { Context, Queryable } from '#server/core/context.ts'
import type { Account } from '#server/core/viewer.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import type { AccountType } from '#shared/accounts.ts'
import { type ContentRating, entitlements, needsAdultConfirmation, ratingsUpTo } from '#shared/entitlements.ts'
import {
  type CharacterRow,
  type CharacterScope,
  findAccessibleCharacter,
  findCharacterOf,
  findOwnCharacter,
} from './queries.ts'
import { withKeptRevision } from './revisions/revision.ts'

export function characterScope(context: Context, viewer: Account): CharacterScope {
  const available = ratingsUpTo(context.settings.current().maxContentRating)
  const { browse, createPrivate } = entitlements[viewer.account_type]
  const confirmed = available.filter((rating) => isAgeConfirmedFor(context, viewer, rating))
  return {
    userId: viewer.id,
    browse: confirmed.filter((rating) => browse.includes(rating)),
    own: confirmed.filter((rating) => createPrivate.includes(rating)),
    available,
  }
}

/** A character the viewer may chat with. Throws `not_found` for any other, whether it exists or not. */
export async function getAccessibleCharacter(
  context: Context,
  viewer: Account,
  id: string,
  db = context.db,
): Promise<CharacterRow> {
  return orNotFound(await findAccessibleCharacter(db, characterScope(context, viewer), id))
}

/** The same, as a conversation keeps the character. */
export async function getCharacterOf(
  context: Context,
  viewer: Account,
  id: string,
  conversationId: string,
  db = context.db,
): Promise<CharacterRow> {
  const character = orNotFound(await findCharacterOf(db, characterScope(context, viewer), id, conversationId))
  return withKeptRevision(character)
}

/** The viewer's own character. Throws `not_found` for any other. */
export async function getOwnCharacter(db: Queryable, { id: userId }: Account, id: string) {
  return orNotFound(await findOwnCharacter(db, userId, id))
}

/** Throws unless the viewer may browse public characters of this rating. The error says what is missing. */
export function assertCanBrowse(context: Context, viewer: Account, rating: ContentRating): void {
  if (!ratingsUpTo(context.settings.current().maxContentRating).includes(rating))
    throw new ApiError('rating_unavailable')
  if (!entitlements[viewer.account_type].browse.includes(rating)) throw new ApiError('premium_required')
  if (!isAgeConfirmedFor(context, viewer, rating)) throw new ApiError('adult_confirmation_required')
}

/** Whether the account has given the adult confirmation that `rating` needs, if it needs one. */
export function isAgeConfirmedFor(context: Context, viewer: Account, rating: ContentRating): boolean {
  return !needsAdultConfirmation(rating) || context.env.ageAssurance === 'none' || viewer.adult_confirmed_at !== null
}

type Availability = Pick<
  CharacterRow,
  'owner_id' | 'is_public' | 'moderation_state' | 'content_rating' | 'deleted_at'
> & { author_deletion_requested_at: number | null; author_account_type: AccountType }

/** Whether the viewer may chat with a character: as `findAccessibleCharacter`, for a row that was read. */
export function isAvailable(row: Availability, scope: CharacterScope): boolean {
  if (row.deleted_at !== null || row.moderation_state === 'removed') return false
  if (row.author_deletion_requested_at !== null) return false
  const rating = row.content_rating
  if (row.owner_id === scope.userId) return scope.own.includes(rating)
  const mayPublish = rating === 'general' || row.author_account_type !== 'free'
  return row.is_public === 1 && mayPublish && scope.browse.includes(rating)
}
