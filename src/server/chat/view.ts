import { excerpt } from '#engine/prose/plain-text.ts'
import type { CharacterRow, CharacterScope } from '#server/characters/queries.ts'
import type { Conversation, Message } from '#shared/chat.ts'
import { type ChatErrorType, chatErrorGeneric } from '#shared/errors.ts'
import type { WholeConversation } from './account-data/queries.ts'
import type { ListedConversation } from './conversations/list/queries.ts'
import type { Version } from './conversations/queries.ts'
import { parseNotes } from './notes/notes-due.ts'
import type { MessageRow } from './queries.ts'

/** Shows the character as it is now if the viewer has access to it, else as it was when the conversation began. */
export function viewConversation(row: ListedConversation, scope: CharacterScope): Conversation {
  const characterAvailable = isAvailable(
    {
      owner_id: row.character_owner_id,
      is_public: row.character_is_public,
      moderation_state: row.character_moderation_state,
      content_rating: row.character_content_rating,
      deleted_at: row.character_deleted_at,
      author_deletion_requested_at: row.author_deletion_requested_at,
      author_account_type: row.author_account_type,
    },
    scope,
  )
  const characterName = characterAvailable ? row.current_name : row.character_name
  return {
    id: row.id,
    characterId: row.character_id,
    characterName,
    characterAvatar: characterAvailable ? row.current_avatar : row.character_avatar,
    characterCategory: characterAvailable ? row.current_category : row.character_category,
    characterAvailable,
    title: row.title || characterName,
    preview: excerpt(row.leaf_text ?? '', 160),
    messageCount: (row.leaf_depth ?? -1) + 1,
    pinned: row.pinned_at !== null,
    archived: row.archived_at !== null,
    folderId: row.folder_id,
    contentRating: row.content_rating,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

type Availability = Pick<
  CharacterRow,
  'owner_id' | 'is_public' | 'moderation_state' | 'content_rating' | 'deleted_at'
> &
  Pick<ListedConversation, 'author_deletion_requested_at' | 'author_account_type'>

/** Whether the viewer may chat with a character: as `findAccessibleCharacter`, for a row that was read. */
export function isAvailable(row: Availability, scope: CharacterScope): boolean {
  if (row.deleted_at !== null || row.moderation_state === 'removed') return false
  if (row.author_deletion_requested_at !== null) return false
  const rating = row.content_rating
  if (row.owner_id === scope.userId) return scope.own.includes(rating)
  const mayPublish = rating === 'general' || row.author_account_type !== 'free'
  return row.is_public === 1 && mayPublish && scope.browse.includes(rating)
}

export function viewMessage(row: MessageRow, versions: Version[]): Message {
  return {
    id: row.id,
    parentId: row.parent_id,
    clientMessageId: clientMessageIdOf(row),
    role: row.role,
    content: row.content,
    status: row.status,
    finish: row.finish,
    createdAt: row.created_at,
    siblings: versions.length > 0 ? versions.map(({ id }) => id) : [row.id],
    ...viewNames(versions),
    edited: row.is_edited === 1,
    ...(row.is_excluded === 1 ? { excluded: true } : {}),
    persona: viewSpeaker(row),
    error: viewError(row),
    unchecked: row.is_unchecked === 1,
    ...(row.speaker_id === null ? {} : { speakerId: row.speaker_id }),
    ...(row.audience === null ? {} : { audience: JSON.parse(row.audience) as string[] }),
    ...(row.is_whisper === 1 ? { whisper: true } : {}),
  }
}

/** The names by id; nothing if no version has one. */
function viewNames(versions: Version[]): Pick<Message, 'names'> {
  const named = versions.filter(({ branch_name }) => branch_name !== null)
  if (named.length === 0) return {}
  return { names: Object.fromEntries(named.map(({ id, branch_name }) => [id, branch_name ?? ''])) }
}

function viewSpeaker({ persona_id: id, persona_name: name }: MessageRow): Message['persona'] {
  return id === null || name === null ? null : { id, name }
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
    personaId: row.persona_id,
    contentRating: row.content_rating,
    notes: parseNotes(row.notes),
    folderId: row.folder_id,
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
    /** Left out of the prompts by the user. */
    excluded: row.is_excluded === 1,
    branchName: row.branch_name,
    persona: viewSpeaker(row),
    /** In a scene: the ids of the character that said it, and of those that were present. */
    ...(row.speaker_id === null ? {} : { speakerId: row.speaker_id }),
    ...(row.audience === null ? {} : { audience: JSON.parse(row.audience) as string[] }),
    createdAt: row.created_at,
    hiddenAt: row.hidden_at,
  }
}
