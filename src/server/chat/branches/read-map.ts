import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { branchLimits, type MapMessage, type StoryMap } from '#shared/branches.ts'
import type { ChatDeps } from '../chat-deps.ts'
import { readMap } from './queries.ts'

/** All branches of the viewer's conversation, as far as `branchLimits.mapMessages` allows. */
export async function getStoryMap({ context }: ChatDeps, viewer: Viewer, id: string): Promise<StoryMap> {
  const limit = branchLimits.mapMessages
  const rows = await readMap(context.db, { userId: viewer.id, id, limit: limit + 1 })
  const [newest] = rows
  if (!newest) throw notFound()
  const messages = rows.slice(0, limit).flatMap(viewMapMessage)
  return { leafId: newest.active_leaf_id, messages: messages.reverse(), isWhole: rows.length <= limit }
}

type MapRow = Awaited<ReturnType<typeof readMap>>[number]

function viewMapMessage(row: MapRow): MapMessage[] {
  const { id, parent_id: parentId, role, status, text, branch_name, speaker_name } = row
  if (id === null || role === null || status === null) return []
  const message: MapMessage = { id, parentId, role, status, text: text ?? '' }
  if (branch_name !== null) message.name = branch_name
  if (speaker_name !== null) message.speaker = speaker_name
  return [message]
}
