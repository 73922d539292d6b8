import type { z } from 'zod'
import { getChatCharacter } from '#server/characters/screen-character.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { EditMessageRequest } from '#shared/turns.ts'
import { findSender } from '../personas/player.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import type { StartedTurn } from '../replies/stream-reply.ts'
import { withChatRating } from '../scenes/chat-rating.ts'
import { chooseSpeaker } from '../scenes/choose-speaker.ts'
import { precedingOf, screenMessage } from '../screening/screen-turn.ts'
import { assertRoomForVersion, getMessage, leaveBranch } from '../tree/change-tree.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { readBackToUser } from '../tree/queries.ts'
import { assertNotDraining, beginOnce, beginTurnIn } from './begin-turn.ts'
import { emptyReply, userMessage } from './message-rows.ts'

/** Sends another version of the user's own message. The earlier version and what followed it can be chosen again. */
export async function editMessage(
  chat: ChatDeps,
  viewer: Viewer,
  edit: z.output<typeof EditMessageRequest> & { conversationId: string; messageId: string },
): Promise<StartedTurn> {
  const { context } = chat
  const found = await getOwnConversation(context.db, viewer, edit.conversationId)
  const { id, character_id: characterId } = found
  return beginOnce(chat, viewer, edit.clientMessageId, async (key) => {
    assertNotDraining(chat)
    const stored = await getChatCharacter(context, viewer, characterId, id)
    const own = withChatRating(context, viewer, stored, found)
    const [userMessageId, replyId] = [context.ids.uuid(), context.ids.uuid()]
    const claim = { conversationId: id, characterId, replyId }
    return beginTurnIn(chat, viewer, claim, async (trx, now, conversation) => {
      const old = await getMessage(trx, id, edit.messageId)
      if (old.role !== 'user') throw new ApiError('bad_request', { message: 'This is not a message of yours.' })
      await assertRoomForVersion(trx, id, old.parent_id)
      const before = await readBackToUser(trx, id, old.parent_id)
      const whisper =
        old.is_whisper === 1 && old.present_after !== null
          ? { isWhisper: true, presentLater: JSON.parse(old.present_after) as string[] }
          : {}
      const choice = { leaf: before.at(-1), message: edit.content, audience: old.audience, ...whisper }
      const chosen = await chooseSpeaker(context, trx, viewer, { ...conversation, own }, choice)
      const { character, sceneTurn } = chosen
      const player = await findSender(context, trx, { viewer, character, sceneTurn }, old)
      const screened = { text: edit.content, ...precedingOf(before), conversationId: id }
      const crisis = screenMessage(context, { viewer, character, player, sceneTurn }, screened)
      await leaveBranch(trx, id, { leafId: conversation.active_leaf_id, messageId: old.id, isReplaced: true, now })
      const { parent_id, depth, anchor_id: anchor } = old
      const common = { conversationId: id, anchor, chosen, now }
      const message = { ...common, id: userMessageId, parentId: parent_id, depth, content: edit.content, key, player }
      const reply = { ...common, id: replyId, parentId: userMessageId, depth: depth + 1 }
      const rows = [userMessage(message), emptyReply(reply)]
      const turn = { parentId: userMessageId, userMessageId, kind: 'reply', input: edit.content, anchor } as const
      return { rows, ...turn, ...chosen, player, crisis, showsExpressions: edit.showsExpressions }
    })
  })
}
