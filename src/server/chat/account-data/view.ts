import { viewSpeaker } from '../conversations/view.ts'
import { parseNotes } from '../notes/notes-due.ts'
import type { MessageRow } from '../tree/queries.ts'
import type { WholeConversation } from './queries.ts'

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
    background: row.background,
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
    expression: row.expression ?? undefined,
    branchName: row.branch_name,
    persona: viewSpeaker(row),
    /** In a scene: the ids of the character that said it, and of those that were present. */
    speakerId: row.speaker_id ?? undefined,
    ...(row.audience === null ? {} : { audience: JSON.parse(row.audience) as string[] }),
    createdAt: row.created_at,
    hiddenAt: row.hidden_at,
  }
}
