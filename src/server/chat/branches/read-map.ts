import type { Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { branchLimits, type MapMessage, type StoryMap } from '#shared/branches.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { listMapMessages } from './queries.ts'

/** All branches of the viewer's conversation, as far as `branchLimits.mapMessages` allows. */
export async function readStoryMap(db: Queryable, viewer: Viewer, id: string): Promise<StoryMap> {
  const conversation = await getOwnConversation(db, viewer, id)
  const limit = branchLimits.mapMessages
  const rows = await listMapMessages(db, conversation.id, limit + 1)
  const messages = rows.slice(0, limit).reverse().map(viewMapMessage)
  return { leafId: conversation.active_leaf_id, messages, isWhole: rows.length <= limit }
}

function viewMapMessage(row: Awaited<ReturnType<typeof listMapMessages>>[number]): MapMessage {
  const { id, parent_id: parentId, role, status, text, branch_name, speaker_name } = row
  return { id, parentId, role, status, text, name: branch_name ?? undefined, speaker: speaker_name ?? undefined }
}
