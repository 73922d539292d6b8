import { viewColumns } from '#server/core/fields-of.ts'
import { viewSpeaker } from '../conversations/view.ts'
import { parseNotes } from '../notes/notes-due.ts'
import type { MessageRow } from '../tree/queries.ts'
import type { WholeConversation } from './queries.ts'

/** A conversation in an account's data export, deleted ones included. */
export const viewWholeConversation = (row: WholeConversation) => ({
  ...viewColumns(row, 'id', 'character_id', 'character_name', 'active_leaf_id', 'persona_id', 'folder_id'),
  ...viewColumns(row, 'created_at', 'updated_at', 'deleted_at', 'pinned_at', 'archived_at'),
  ...viewColumns(row, 'content_rating', 'background'),
  title: row.title || row.character_name,
  notes: parseNotes(row.notes),
})

export const viewWholeMessage = (row: MessageRow) => ({
  ...viewColumns(row, 'id', 'parent_id', 'role', 'content', 'status', 'model'),
  ...viewColumns(row, 'branch_name', 'created_at', 'hidden_at'),
  /** Sent by a client as the beginning of the conversation, not written here. */
  seeded: row.is_seeded === 1,
  /** Written by the user in place of the model's text. */
  edited: row.is_edited === 1,
  /** Left out of the prompts by the user. */
  excluded: row.is_excluded === 1,
  expression: row.expression ?? undefined,
  persona: viewSpeaker(row),
  /** In a scene: the ids of the character that said it, and of those that were present. */
  speakerId: row.speaker_id ?? undefined,
  ...(row.audience === null ? {} : { audience: JSON.parse(row.audience) as string[] }),
})
