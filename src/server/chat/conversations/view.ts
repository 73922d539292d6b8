import { excerpt } from '#engine/prose/plain-text.ts'
import { isAvailable } from '#server/characters/character-scope.ts'
import type { CharacterScope } from '#server/characters/queries.ts'
import { fieldsOf } from '#server/core/fields-of.ts'
import { Conversation, Message } from '#shared/chat.ts'
import { storedError } from '../replies/stored-reply.ts'
import type { MessageRow } from '../tree/queries.ts'
import type { Version } from '../tree/versions/queries.ts'
import type { ListedConversation } from './list/queries.ts'

/** Shows the character's picture as it is now if the viewer has access to it, else as it was when the conversation began. */
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
  return {
    ...fieldsOf(Conversation, row),
    characterAvatar: characterAvailable ? row.current_avatar : row.character_avatar,
    characterCategory: characterAvailable ? row.current_category : row.character_category,
    characterAvailable,
    title: row.title || row.character_name,
    preview: excerpt(row.leaf_text ?? '', 160),
    messageCount: (row.leaf_depth ?? -1) + 1,
    pinned: row.pinned_at !== null,
    archived: row.archived_at !== null,
  }
}

export function viewMessage(row: MessageRow, versions: Version[]): Message {
  return {
    ...fieldsOf(Message, row),
    clientMessageId: clientMessageIdOf(row),
    siblings: versions.length > 0 ? versions.map(({ id }) => id) : [row.id],
    ...viewNames(versions),
    edited: row.is_edited === 1,
    ...(row.is_excluded === 1 ? { excluded: true } : {}),
    horizonId: (row.role === 'character' && (row.horizon_id ?? row.anchor_id)) || undefined,
    expression: row.expression ?? undefined,
    persona: viewSpeaker(row),
    error: storedError(row),
    unchecked: row.is_unchecked === 1,
    speakerId: row.speaker_id ?? undefined,
    audience: row.audience === null ? undefined : (JSON.parse(row.audience) as string[]),
    ...(row.is_whisper === 1 ? { whisper: true } : {}),
  }
}

/** The names by id; nothing if no version has one. */
function viewNames(versions: Version[]): Pick<Message, 'names'> {
  const named = versions.filter(({ branch_name }) => branch_name !== null)
  if (named.length === 0) return {}
  return { names: Object.fromEntries(named.map(({ id, branch_name }) => [id, branch_name ?? ''])) }
}

export function viewSpeaker({ persona_id: id, persona_name: name }: MessageRow): Message['persona'] {
  return id === null || name === null ? null : { id, name }
}

/** The idempotency key is `<user id>:<client message id>`. */
function clientMessageIdOf({ idempotency_key }: MessageRow): string | null {
  return idempotency_key === null ? null : idempotency_key.slice(idempotency_key.indexOf(':') + 1)
}
