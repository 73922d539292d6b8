import { getOwnCharacter } from '#server/characters/character-scope.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { addressOf } from '#server/http/address.ts'
import { ApiError } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { createLimiter, limits } from '#server/http/rate-limit.ts'
import { createStreamLimiter } from '#server/http/stream-limit.ts'
import { embedApi } from '#shared/embeds.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { sendDraft } from '../replies/stream-reply.ts'
import { openingMessages } from '../turns/new-conversation.ts'
import { answerGuest, getEmbedded, guestName } from './answer-guest.ts'
import { deleteEmbed, findEmbedOf, saveEmbed } from './queries.ts'

/** Chats with a character on other websites, for people without an account. */
export function embedRoutes(chat: ChatDeps) {
  const { context } = chat
  const { db, ids, clock } = context
  return handleRoutes(embedApi, (app) => {
    const assertAccountRate = createLimiter(app, context, limits.embedAccount)
    const limitStreams = createStreamLimiter(context)
    const view = async (author: Viewer, id: string) => {
      const embed = await findEmbedOf(db, (await getOwnCharacter(db, author, id)).id)
      return { token: embed?.id ?? null, origins: embed?.origins ?? [] }
    }
    return {
      'GET /api/characters/:id/embed': ({ viewer, params }) => view(viewer, params.id),
      'PUT /api/characters/:id/embed': async ({ viewer, params, body }) => {
        const { id, is_public, content_rating } = await getOwnCharacter(db, viewer, params.id)
        if (is_public === 0 || content_rating !== 'general') {
          const message =
            'Only a public character with the rating General can be embedded. You can change both in its form.'
          throw new ApiError('forbidden', { message })
        }
        const origins = JSON.stringify(body.origins)
        const row = { id: ids.secret(16), user_id: viewer.id, character_id: id, origins, created_at: clock.now() }
        await saveEmbed(db, row)
        return view(viewer, id)
      },
      'DELETE /api/characters/:id/embed': async ({ viewer, params }) => {
        await deleteEmbed(db, (await getOwnCharacter(db, viewer, params.id)).id)
      },
      'GET /api/embed/:token': async ({ params }) => {
        const { character } = await getEmbedded(context, params.token)
        const { id, name, category, avatar } = character
        const [greeting] = openingMessages(character, { name: guestName, description: '' }, { now: clock.now() })
        return { id, name, category, avatar, greeting: greeting?.content ?? '' }
      },
      'POST /api/embed/:token/chat': async (request, reply) => {
        limitStreams(addressOf(request), reply)
        return sendDraft(request, reply, await answerGuest(chat, request.params.token, request.body, assertAccountRate))
      },
    }
  })
}
