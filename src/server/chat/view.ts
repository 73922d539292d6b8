import type { CharacterScope } from '#server/characters/character-scope.ts'
import type { Conversation, Message } from '#shared/chat.ts'
import { type ChatErrorType, chatErrorGeneric } from '#shared/errors.ts'
import type { WholeConversation } from './account-data/queries.ts'
import type { ListedConversation } from './conversations/queries.ts'
import type { MessageRow } from './queries.ts'

/** Shows the character as it is now while the viewer has access to it, and as it was at the beginning otherwise. */
export function viewConversation(row: ListedConversation, scope: CharacterScope): Conversation {
  const characterAvailable = isAvailable(row, scope)
  const characterName = characterAvailable ? row.current_name : row.character_name
  return {
    id: row.id,
    characterId: row.character_id,
    characterName,
    characterAvatar: characterAvailable ? row.current_avatar : row.character_avatar,
    characterCategory: characterAvailable ? row.current_category : row.character_category,
    characterAvailable,
    title: row.title || characterName,
    preview: (row.leaf_text ?? '').replaceAll(/\s+/g, ' ').trim(),
    messageCount: (row.leaf_depth ?? -1) + 1,
    pinned: row.pinned_at !== null,
    archived: row.archived_at !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function isAvailable(row: ListedConversation, scope: CharacterScope): boolean {
  if (row.character_deleted_at !== null || row.character_moderation_state === 'removed') return false
  if (row.author_deletion_requested_at !== null) return false
  const rating = row.character_content_rating
  if (row.character_owner_id === scope.userId) return scope.own.includes(rating)
  const mayPublish = rating === 'general' || row.author_account_type !== 'free'
  return row.character_is_public === 1 && mayPublish && scope.browse.includes(rating)
}

export function viewMessage(row: MessageRow, siblings: string[]): Message {
  return {
    id: row.id,
    parentId: row.parent_id,
    clientMessageId: clientMessageIdOf(row),
    role: row.role,
    content: row.content,
    status: row.status,
    finish: row.finish,
    createdAt: row.created_at,
    siblings: siblings.length > 0 ? siblings : [row.id],
    edited: row.is_edited === 1,
    error: viewError(row),
  }
}

/** The idempotency key is `<user id>:<client message id>`. */
function clientMessageIdOf({ idempotency_key }: MessageRow): string | null {
  return idempotency_key === null ? null : idempotency_key.slice(idempotency_key.indexOf(':') + 1)
}

function viewError(row: MessageRow): Message['error'] {
  if (row.error_message === null && row.status !== 'failed') return null
  return { errorType: row.error_type as ChatErrorType | null, userMessage: row.error_message ?? chatErrorGeneric }
}

/** A conversation in an account's data export, deleted ones included. */
export function viewWholeConversation(row: WholeConversation) {
  return {
    id: row.id,
    characterId: row.character_id,
    characterName: row.character_name,
    title: row.title || row.character_name,
    activeLeafId: row.active_leaf_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    pinnedAt: row.pinned_at,
    archivedAt: row.archived_at,
  }
}

export function viewWholeMessage(row: MessageRow) {
  return {
    id: row.id,
    parentId: row.parent_id,
    role: row.role,
    content: row.content,
    status: row.status,
    model: row.model,
    /** Sent by a client as the beginning of the conversation, not written here. */
    seeded: row.is_seeded === 1,
    /** Written by the user in place of the model's text. */
    edited: row.is_edited === 1,
    createdAt: row.created_at,
    hiddenAt: row.hidden_at,
  }
}
