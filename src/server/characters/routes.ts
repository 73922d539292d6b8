import { lockAccount } from '#server/accounts/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, fieldError, notFound, orNotFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { characterApi } from '#shared/characters.ts'
import { chatLimits } from '#shared/chat.ts'
import { characterScope, getAccessibleCharacter, getOwnCharacter } from './character-scope.ts'
import { countRatedOfAuthor, findStars, lockCharacter, saveRating, updateTrend } from './popularity/queries.ts'
import { trendAfter, trendWeight } from './popularity/trend.ts'
import {
  type CharacterRow,
  findDeletedCharacter,
  findReadableCharacter,
  findReadableSample,
  updateOwnCharacter,
} from './queries.ts'
import { assertBelowLimits, createCharacter, updateCharacter } from './save-character.ts'
import { viewCharacter, viewOwnCharacter } from './view.ts'

export function characterRoutes(context: Context) {
  return handleRoutes(characterApi, () => ({
    'POST /api/characters': async ({ viewer, body: { id, basedOn, lorebookOf, card, cardFile, ...fields } }, reply) => {
      if (id) {
        if (card || cardFile) throw fieldError('card', 'A card can only come with a new character.')
        const row = await updateCharacter(context, viewer, id, fields, { replace: true, basedOn, lorebookOf })
        return viewOwnCharacter(row, viewer)
      }
      const row = await createCharacter(context, viewer, { ...fields, card, cardFile })
      reply.status(201)
      return viewOwnCharacter(row, viewer)
    },
    'GET /api/characters/:id': async ({ viewer, params: { id } }) => {
      const scope = characterScope(context, viewer)
      // The landing page knows sample characters by their slug.
      const row =
        (await findReadableCharacter(context.db, scope, id)) ?? (await findReadableSample(context.db, scope, id))
      if (!row) throw notFound()
      return row.owner_id === viewer.id ? viewOwnCharacter(row, viewer) : viewCharacter(row, viewer.id)
    },
    'PUT /api/characters/:id': async ({ viewer, params, body: { basedOn, lorebookOf, ...fields } }) => {
      const row = await updateCharacter(context, viewer, params.id, fields, { replace: false, basedOn, lorebookOf })
      return viewOwnCharacter(row, viewer)
    },
    'DELETE /api/characters/:id': ({ viewer, params }) => deleteCharacter(context, viewer, params.id),
    'POST /api/characters/:id/restore': async ({ viewer, params }) =>
      viewOwnCharacter(await restoreCharacter(context, viewer, params.id), viewer),
    'GET /api/characters/:id/rating': async ({ viewer, params }) => ({
      stars: await findOwnRating(context, viewer, params.id),
    }),
    'PUT /api/characters/:id/rating': async ({ viewer, params, body }) =>
      viewCharacter(await rateCharacter(context, viewer, params.id, body.stars), viewer.id),
  }))
}

/** Soft delete: conversations with the character stay readable, and `restoreCharacter` undoes it until it is purged. */
async function deleteCharacter(context: Context, author: Viewer, id: string): Promise<void> {
  const row = await getOwnCharacter(context.db, author, id)
  await updateOwnCharacter(context.db, row.id, { deleted_at: context.clock.now() })
}

async function restoreCharacter(context: Context, author: Viewer, id: string): Promise<CharacterRow> {
  return context.transact(async (trx) => {
    const row = orNotFound(await findDeletedCharacter(trx, author.id, id))
    if (context.clock.now() - (row.deleted_at ?? 0) > chatLimits.undoWindow) throw new ApiError('undo_expired')
    await assertBelowLimits(context, trx, author, { isPublic: row.is_public === 1, except: id })
    await updateOwnCharacter(trx, row.id, { deleted_at: null })
    return getOwnCharacter(trx, author, id)
  })
}

/** Saves the viewer's rating of a character; a second one replaces the first. Authors cannot rate their own. */
async function rateCharacter(context: Context, viewer: Viewer, id: string, stars: number): Promise<CharacterRow> {
  return context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, viewer.id)
    await lockCharacter(trx, context.dialect, id)
    const row = await getAccessibleCharacter(context, viewer, id, trx)
    if (row.owner_id === viewer.id)
      throw new ApiError('forbidden', { message: 'Authors cannot rate their own characters.' })
    const now = context.clock.now()
    // Neither changing a rating nor rating all characters of one author raises the trend.
    const rated = await countRatedOfAuthor(trx, viewer.id, row)
    const rating = { userId: viewer.id, characterId: id, stars, weight: 1 / (rated + 1), now }
    const { sum, count } = await saveRating(trx, rating)
    if (rated === 0) await updateTrend(trx, id, trendAfter(row.trend, trendWeight.stars(stars), now))
    return { ...row, rating_sum: sum, rating_count: count }
  })
}

/** The viewer's own rating of a character, or null; 404 when the viewer may not access the character. */
async function findOwnRating(context: Context, viewer: Viewer, id: string): Promise<number | null> {
  await getAccessibleCharacter(context, viewer, id)
  return findStars(context.db, viewer.id, id)
}
