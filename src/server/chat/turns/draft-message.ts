import { characterScope } from '#server/characters/character-scope.ts'
import { findAccessibleCharacter } from '#server/characters/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import { startDraft } from '../replies/generate-reply.ts'
import type { ReplySource } from '../replies/stream-reply.ts'
import { assertNotDraining } from './begin-turn.ts'
import { chargeTurn } from './daily-limit.ts'
import { assertAllowed } from './screen-turn.ts'

/**
 * Lets the model write the player's next message, for the player to change and send. Nothing is stored; the model stops
 * when the reader leaves.
 */
export async function draftMessage(
  chat: ChatDeps,
  viewer: Viewer,
  { conversationId, ...request }: { conversationId: string; hint: string },
): Promise<ReplySource> {
  const { context } = chat
  const conversation = await getOwnConversation(context.db, viewer, conversationId)
  const { id, character_id, active_leaf_id, anchor_id, running_reply_id: messageId } = conversation
  if (messageId) throw new ApiError('turn_in_progress', { details: { conversationId: id, messageId } })
  assertNotDraining(chat)
  const character = await findAccessibleCharacter(context.db, characterScope(context, viewer), character_id)
  if (!character) throw notFound()
  const hint = request.hint.trim()
  const screened = { surface: 'message', thing: 'message', text: hint, conversationId: id } as const
  if (hint) await assertAllowed(context, { viewer, character }, screened)

  const startedAt = context.clock.now()
  const messagesLeft = await chargeTurn(context, context.db, viewer, 'impersonation')
  const draft = startDraft(chat, {
    id: context.ids.uuid(),
    conversationId: id,
    parentId: active_leaf_id,
    userMessageId: null,
    viewer,
    character,
    kind: 'impersonate',
    hint,
    anchor: anchor_id,
    startedAt,
    stored: Promise.resolve(),
  })
  return {
    turn: { conversationId: id, userMessageId: null, messageId: draft.id, messagesLeft },
    whenStored: async () => {},
    subscribe: (from, subscriber) => {
      const unsubscribe = draft.subscribe(from, subscriber)
      return () => {
        unsubscribe()
        draft.abortController.abort('stopped')
      }
    },
  }
}
