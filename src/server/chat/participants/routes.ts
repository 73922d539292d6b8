import { readAudience } from '#engine/scenes/audience.ts'
import { getAccessibleCharacter } from '#server/characters/character-scope.ts'
import type { Queryable } from '#server/core/context.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { participantApi } from '#shared/conversations.ts'
import { sceneLimits, type TurnOrder } from '#shared/scenes.ts'
import { openConversation } from '../conversations/open-conversation.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { ownRow, participantRow } from '../scenes/find-participants.ts'
import {
  deleteUnreferenced,
  endScene,
  insertParticipants,
  listParticipants,
  type ParticipantRow,
  updateParticipant,
} from '../scenes/queries.ts'
import { presentAfter } from '../scenes/scene.ts'
import { assertAtLeaf, getMessage, lockTree } from '../tree/change-tree.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { type ConversationRow, type OwnMessageRow, updateConversation, updateMessage } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'

/** Scenes with several characters: joining, leaving and the turn order. */
export function participantRoutes(chat: ChatDeps) {
  return handleRoutes(participantApi, () => ({
    'POST /api/conversations/:id/participants': ({ viewer, params, body }) =>
      joinScene(chat, viewer, { conversationId: params.id, ...body }),
    'DELETE /api/conversations/:id/participants/:characterId': ({ viewer, params, query }) => {
      const { id: conversationId, characterId } = params
      return leaveScene(chat, viewer, { conversationId, characterId, leafId: query.leafId ?? null })
    },
    'PUT /api/conversations/:id/turn-order': ({ viewer, params, body }) =>
      changeTurnOrder(chat, viewer, { conversationId: params.id, ...body }),
  }))
}

interface Change {
  conversationId: string
  characterId: string
  /** The newest message that the client shows; null in a conversation without messages. */
  leafId: string | null
}

/** What a change of participants works on. */
interface Changed {
  id: OwnConversationId
  ownId: string
  leaf: OwnMessageRow | undefined
  participants: ParticipantRow[]
  present: string[]
}

/**
 * A character joins, or comes back, after the newest message, and knows what is said from then on. The first one makes
 * the conversation a scene. Throws `not_found` for a character that the viewer may not chat with.
 */
function joinScene(chat: ChatDeps, viewer: Viewer, change: Change): Promise<ConversationPage> {
  const { characterId } = change
  return changeParticipants(chat, viewer, change, async (trx, conversation, changed) => {
    const character = await getAccessibleCharacter(chat.context, viewer, characterId, trx)
    const { id, participants, present } = changed
    if (present.includes(characterId)) return present
    if (present.length >= sceneLimits.present) {
      const message = `A scene can have ${sceneLimits.present} characters at the same time. Let somebody leave before you add another.`
      throw new ApiError('bad_request', { message })
    }
    const isBack = participants.some((row) => row.character_id === characterId)
    if (!isBack && participants.length >= sceneLimits.participants) {
      const message = `A scene can have ${sceneLimits.participants} characters in all, with those who have left. Bring one of them back, or start a new conversation.`
      throw new ApiError('bad_request', { message })
    }
    const now = chat.context.clock.now()
    if (conversation.turn_order === null) await updateConversation(trx, id, { turn_order: 'addressed' })
    if (isBack) {
      await updateParticipant(trx, id, characterId, { joined_at: now, left_at: null })
    } else {
      const own = participants.length === 0 ? [ownRow(conversation, now)] : []
      const position = (participants.at(-1)?.position ?? 0) + 1
      await insertParticipants(trx, [...own, participantRow(id, character, { position, now })])
    }
    return [...present, characterId]
  })
}

/** A character leaves after the newest message, and can come back. One that was present for no message is removed. */
function leaveScene(chat: ChatDeps, viewer: Viewer, change: Change): Promise<ConversationPage> {
  const { characterId } = change
  return changeParticipants(chat, viewer, change, async (trx, _, { id, ownId, leaf, participants, present }) => {
    if (!present.includes(characterId)) throw notFound()
    const rest = present.filter((one) => one !== characterId)
    if (rest.length === 0) {
      throw new ApiError('bad_request', { message: 'The last character cannot leave. Add another one first.' })
    }
    // Before `deleteUnreferenced`, which looks for references to the character.
    if (leaf) await updateMessage(trx, id, leaf.id, { present_after: JSON.stringify(rest) })
    const wasRemoved = characterId !== ownId && (await deleteUnreferenced(trx, id, characterId))
    if (!wasRemoved) await updateParticipant(trx, id, characterId, { left_at: chat.context.clock.now() })
    if (wasRemoved && participants.length === 2) await endScene(trx, id)
    return rest
  })
}

/** Sets who speaks next from now on. */
async function changeTurnOrder(
  chat: ChatDeps,
  viewer: Viewer,
  { conversationId, turnOrder }: { conversationId: string; turnOrder: TurnOrder },
): Promise<ConversationPage> {
  const { db } = chat.context
  const conversation = await getOwnConversation(db, viewer, conversationId)
  if (conversation.turn_order === null) {
    throw new ApiError('bad_request', { message: 'Only a scene with several characters has a turn order.' })
  }
  await updateConversation(db, conversation.id, { turn_order: turnOrder })
  return openConversation(chat, viewer, conversationId)
}

/** `change` resolves with the ids of those who are present from now on. */
async function changeParticipants(
  chat: ChatDeps,
  viewer: Viewer,
  { conversationId, leafId }: Change,
  change: (trx: Queryable, conversation: ConversationRow, changed: Changed) => Promise<string[]>,
): Promise<ConversationPage> {
  await transactChange(chat.context, viewer, conversationId, async (trx) => {
    const locked = await lockTree(trx, viewer, conversationId)
    assertAtLeaf(locked, leafId)
    const conversation = await getOwnConversation(trx, viewer, conversationId)
    const { id, character_id: ownId } = conversation
    const leaf = leafId === null ? undefined : await getMessage(trx, id, leafId)
    const participants = (await listParticipants(trx, id)).map(({ character, ...row }) => row)
    const isScene = conversation.turn_order !== null
    const present = isScene ? presentAfter({ ownId, participants }, leaf) : [ownId]
    const next = await change(trx, conversation, { id, ownId, leaf, participants, present })
    if (!leaf) return
    const audience = readAudience(leaf.audience, ownId)
    const isSame = next.length === audience.length && next.every((one) => audience.includes(one))
    // Null: as in the message.
    await updateMessage(trx, id, leaf.id, { present_after: isSame ? null : JSON.stringify(next) })
  })
  return openConversation(chat, viewer, conversationId)
}
