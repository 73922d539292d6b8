import { getAccessibleCharacter } from '#server/characters/character-scope.ts'
import type { CharacterRow } from '#server/characters/queries.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import type { ConversationRow } from '../tree/queries.ts'
import type { ParticipantRow } from './queries.ts'

type ConversationOf = Pick<
  ConversationRow,
  'id' | 'character_id' | 'character_name' | 'character_avatar' | 'character_category' | 'revision_id'
>

/** What a conversation stores of a character. */
type KeptCharacter = Pick<CharacterRow, 'id' | 'name' | 'avatar'> & { category: string; revision_id: string | null }

/** The characters with which a conversation begins as a scene: none, or its own and others, each once. */
export async function findParticipants(
  context: Context,
  viewer: Viewer,
  conversation: ConversationOf,
  ids: readonly string[],
): Promise<ParticipantRow[]> {
  const others = [...new Set(ids)].filter((id) => id !== conversation.character_id)
  if (others.length === 0) return []
  const now = context.clock.now()
  const rows = [ownRow(conversation, now)]
  for (const id of others) {
    const character = await getAccessibleCharacter(context, viewer, id)
    rows.push(participantRow(conversation.id, character, { position: rows.length, now }))
  }
  return rows
}

/** The row of the conversation's own character: as the conversation began with it. */
export function ownRow(row: ConversationOf, now: number): ParticipantRow {
  const { character_id: id, character_name: name, character_avatar: avatar, character_category: category } = row
  return participantRow(row.id, { id, name, avatar, category, revision_id: row.revision_id }, { position: 0, now })
}

export function participantRow(
  conversationId: string,
  { id, name, avatar, category, revision_id }: KeptCharacter,
  { position, now }: { position: number; now: number },
): ParticipantRow {
  const kept = { character_name: name, character_avatar: avatar, character_category: category, revision_id }
  return { conversation_id: conversationId, character_id: id, ...kept, position, joined_at: now, left_at: null }
}
