import { characterScope } from '#server/characters/character-scope.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { type ConversationPage, chatLimits, type Message } from '#shared/chat.ts'
import { countMessagesLeft } from '../limits/daily-limit.ts'
import { parseNotes } from '../notes/notes-due.ts'
import { readConversationPersona } from '../personas/conversation-persona.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { viewScene } from '../scenes/view.ts'
import { getOwnConversation, missingConversation } from '../tree/get-own-conversation.ts'
import { findMessage } from '../tree/queries.ts'
import { readPath, readSiblings } from '../tree/versions/queries.ts'
import { hasUpdate } from './character-updates.ts'
import { findListedConversation } from './list/queries.ts'
import { viewConversation, viewMessage } from './view.ts'

interface Page {
  before?: string
  through?: string
  limit: number
}

/**
 * A page of the active path: the newest messages, or those before the message `before`. Its cost depends on the page and
 * not on the length of the conversation.
 */
export async function openConversation(
  chat: ChatDeps,
  user: Viewer,
  id: string,
  page: Page = { limit: chatLimits.pageDefault },
): Promise<ConversationPage> {
  const { db } = chat.context
  const conversation = await findListedConversation(db, user.id, id)
  if (!conversation) throw await missingConversation(db, user, id)
  const { end, limit } = page.before
    ? await findOlderPage(chat, conversation.id, { ...page, before: page.before })
    : { end: conversation.active_leaf_id, limit: page.limit }
  const rows = end ? await readPath(db, conversation.id, end, limit) : []
  const parents = rows.map((row) => row.parent_id)
  const siblings = await readSiblings(db, conversation.id, page.before || end === null ? parents : [...parents, end])
  const scene = page.before ? undefined : await viewScene(chat.context, user, conversation, rows.at(-1))
  return {
    scene,
    hasUpdate: page.before ? undefined : await hasUpdate(chat.context, user, conversation),
    conversation: viewConversation(conversation, characterScope(chat.context, user)),
    messages: rows.map((row) => viewMessage(withLiveText(chat, row), siblings.get(row.parent_id ?? '') ?? [])),
    hasMore: (rows[0]?.parent_id ?? null) !== null,
    later: page.before ? [] : (siblings.get(end ?? '') ?? []).map((version) => version.id),
    persona: await readConversationPersona(db, user, conversation),
    notes: parseNotes(conversation.notes),
    messagesLeft: await countMessagesLeft(chat.context, user),
  }
}

/** One visible message of any branch, with its versions. */
export async function readMessage(chat: ChatDeps, user: Viewer, conversationId: string, id: string): Promise<Message> {
  const { db } = chat.context
  const conversation = await getOwnConversation(db, user, conversationId)
  const message = orNotFound(await findMessage(db, conversation.id, id))
  const siblings = await readSiblings(db, conversation.id, [message.parent_id])
  return viewMessage(withLiveText(chat, message), siblings.get(message.parent_id ?? '') ?? [])
}

/** Where the page before a message ends, and how many messages it has. */
async function findOlderPage(
  { context: { db } }: ChatDeps,
  conversationId: OwnConversationId,
  { before, through, limit }: { before: string; through?: string; limit: number },
): Promise<{ end: string | null; limit: number }> {
  const message = orNotFound(await findMessage(db, conversationId, before))
  if (!through) return { end: message.parent_id, limit }
  const first = orNotFound(await findMessage(db, conversationId, through))
  // One message more, so that the target is not at the edge of the page.
  const distance = Math.max(message.depth - first.depth + 1, limit)
  return { end: message.parent_id, limit: Math.min(distance, chatLimits.chosenPage) }
}

/** For a reply that this instance generates, uses its live text, which is longer than the text in its row. */
function withLiveText<Row extends { id: string; content: string; status: string }>(chat: ChatDeps, row: Row): Row {
  const live = row.status === 'streaming' ? chat.liveReplies.find(row.id) : undefined
  return live ? { ...row, content: live.text } : row
}
