import { characterScope } from '#server/characters/character-scope.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import type { ConversationPage, Message } from '#shared/chat.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { findMessage } from '../queries.ts'
import { countMessagesLeft } from '../turns/daily-limit.ts'
import { viewConversation, viewMessage } from '../view.ts'
import { getOwnConversation } from './get-own-conversation.ts'
import { findListedConversation, readPath, readSiblings } from './queries.ts'

/**
 * A page of the active path: the newest messages, or those before the message `before`. Its cost depends on the page and
 * not on the length of the conversation.
 */
export async function openConversation(
  chat: ChatDeps,
  user: Viewer,
  id: string,
  page: { before: string | undefined; limit: number },
): Promise<ConversationPage> {
  const { db } = chat.context
  const conversation = await findListedConversation(db, user.id, id)
  if (!conversation) throw notFound()
  const end = page.before ? await parentOf(chat, conversation.id, page.before) : conversation.active_leaf_id
  const rows = end ? await readPath(db, conversation.id, end, page.limit) : []
  const parents = rows.map((row) => row.parent_id)
  const siblings = await readSiblings(db, conversation.id, page.before || end === null ? parents : [...parents, end])
  return {
    conversation: viewConversation(conversation, characterScope(chat.context, user)),
    messages: rows.map((row) => viewMessage(withLiveText(chat, row), siblings.get(row.parent_id ?? '') ?? [])),
    hasMore: (rows[0]?.parent_id ?? null) !== null,
    later: (page.before ? undefined : siblings.get(end ?? '')) ?? [],
    messagesLeft: await countMessagesLeft(chat.context, user),
  }
}

/** One message that is shown on any branch, with the versions beside it. */
export async function readMessage(chat: ChatDeps, user: Viewer, conversationId: string, id: string): Promise<Message> {
  const { db } = chat.context
  const conversation = await getOwnConversation(db, user, conversationId)
  const message = await findMessage(db, conversation.id, id)
  if (!message) throw notFound()
  const siblings = await readSiblings(db, conversation.id, [message.parent_id])
  return viewMessage(withLiveText(chat, message), siblings.get(message.parent_id ?? '') ?? [])
}

async function parentOf(chat: ChatDeps, conversationId: OwnConversationId, messageId: string): Promise<string | null> {
  const message = await findMessage(chat.context.db, conversationId, messageId)
  if (!message) throw notFound()
  return message.parent_id
}

/** A reply that is generated here has more text than its row. */
function withLiveText<Row extends { id: string; content: string; status: string }>(chat: ChatDeps, row: Row): Row {
  const live = row.status === 'streaming' ? chat.liveReplies.find(row.id) : undefined
  return live ? { ...row, content: live.text } : row
}
