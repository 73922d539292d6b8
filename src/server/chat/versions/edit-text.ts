import { expressionOf } from '#engine/expressions/expression-of.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { findPlayer, findSender } from '../personas/player.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { getSpeaker } from '../scenes/scene.ts'
import { assertAllowed, precedingOf } from '../screening/screen-turn.ts'
import { assertRoomForVersion, getMessage } from '../tree/change-tree.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import {
  findMessage,
  insertMessages,
  type MessageRow,
  readBackToUser,
  updateConversation,
  updateMessage,
} from '../tree/queries.ts'
import { moveFollowing } from '../tree/versions/queries.ts'
import { changeMessage, type Target } from './change-tree.ts'

/**
 * Saves the user's text in place of a reply's, or of their own message's, which is not sent again. The text before stays as
 * a version; what followed it follows the edited text.
 */
export async function editText(
  chat: ChatDeps,
  viewer: Viewer,
  edit: Target & { role: MessageRow['role']; content: string },
): Promise<ConversationPage> {
  const { context } = chat
  const { messageId, content, role } = edit
  const own = await getOwnConversation(context.db, viewer, edit.conversationId)
  const { id, persona_id: chosenId } = own
  const { character, sceneTurn } = await getSpeaker(context, viewer, own, messageId)
  const stored = await findMessage(context.db, id, messageId)
  const isOwn = role === 'user' && stored?.role === 'user'
  const turn = { viewer, character, sceneTurn }
  const player = isOwn
    ? await findSender(context, context.db, turn, stored)
    : await findPlayer(context, context.db, { ...turn, chosenId })
  const preceding = isOwn ? precedingOf(await readBackToUser(context.db, id, stored.parent_id)) : {}
  const text = { surface: isOwn ? 'message' : 'reply', kind: 'edit', text: content, conversationId: id } as const
  await assertAllowed(context, { ...turn, player }, { ...text, ...preceding })
  return changeMessage(chat, viewer, edit, async (trx, { active_leaf_id }, before) => {
    if (before.role !== role || before.status === 'redacted') {
      throw new ApiError('bad_request', {
        message: `This is not a message of ${role === 'user' ? 'yours' : 'the character'}.`,
      })
    }
    const leaf = await getMessage(trx, id, edit.leafId)
    const distance = leaf.depth - before.depth
    if (content === before.content) return distance
    await assertRoomForVersion(trx, id, before.parent_id)
    const { parent_id, depth, anchor_id, is_excluded } = before
    const { speaker_id, audience, present_after, is_whisper, persona_id, persona_name } = before
    const place = { conversation_id: id, parent_id, depth, anchor_id, is_excluded, created_at: context.clock.now() }
    const presence = { speaker_id, audience, present_after, is_whisper, persona_id, persona_name }
    const said = { role, content, expression: isOwn ? null : expressionOf(content) }
    const edited = { ...place, ...presence, ...said, id: context.ids.uuid(), is_edited: isOwn ? 0 : 1 }
    await insertMessages(trx, [edited])
    await moveFollowing(trx, id, { from: before, to: edited.id })
    if (active_leaf_id === before.id) await updateConversation(trx, id, { active_leaf_id: edited.id })
    if (before.branch_name !== null) {
      await updateMessage(trx, id, edited.id, { branch_name: before.branch_name })
      await updateMessage(trx, id, before.id, { branch_name: null })
    }
    return distance
  })
}
