import type { Transcript, TranscriptMessage } from '#engine/transcripts/transcript.ts'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { listMessageIds, readMessages } from '../account-data/queries.ts'
import { getOwnConversation } from '../conversations/get-own-conversation.ts'
import type { MessageRow } from '../queries.ts'
import { playerName } from '../turns/prompt.ts'

/** Messages read per statement, so that other requests are not delayed. */
const batchSize = 400

/** The viewer's own conversation with all its branches, without deleted messages. Throws `not_found` for any other. */
export async function readTranscript({ db }: Context, viewer: Viewer, id: string): Promise<Transcript> {
  const conversation = await getOwnConversation(db, viewer, id)
  const ids = await listMessageIds(db, id)
  const messages: TranscriptMessage[] = []
  /** Where the next message of a branch is attached: at the message with this id, or at the one before it if it is empty. */
  const indexes = new Map<string | null, number | null>([[null, null]])
  for (let from = 0; from < ids.length; from += batchSize) {
    for (const row of await readMessages(db, id, ids.slice(from, from + batchSize))) {
      const parent = indexes.get(row.parent_id)
      // What follows a deleted message is deleted with it.
      if (parent === undefined || row.hidden_at !== null) continue
      // Replies that failed, and messages that moderators removed.
      const isEmpty = row.content === ''
      indexes.set(row.id, isEmpty ? parent : messages.length)
      if (!isEmpty) messages.push(viewMessage(row, parent))
    }
  }
  return {
    title: conversation.title,
    character: conversation.character_name,
    player: playerName(viewer),
    createdAt: conversation.created_at,
    messages,
    leaf: indexes.get(conversation.active_leaf_id) ?? null,
  }
}

function viewMessage({ role, content, status, created_at }: MessageRow, parent: number | null): TranscriptMessage {
  return { parent, role, content, status: status === 'complete' ? 'complete' : 'interrupted', createdAt: created_at }
}
