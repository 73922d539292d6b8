import type { Viewer } from '#server/core/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { branchLimits, type MapMessage } from '#shared/branches.ts'
import { shareThread } from '../../core/share-thread.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { listMapIds, readMap } from './queries.ts'

/** Messages that are read and written as JSON before other requests are answered: some milliseconds. */
const batchSize = 500

/**
 * The JSON of a `StoryMap`: all branches of the viewer's conversation, as far as `branchLimits.mapMessages` allows. A map of
 * 20,000 messages has 6 MB; as an object, the framework would check and write it in one piece of 100 ms.
 */
export async function readStoryMap({ context }: ChatDeps, viewer: Viewer, id: string): Promise<string> {
  const { db, clock } = context
  const limit = branchLimits.mapMessages
  const rows = await listMapIds(db, { userId: viewer.id, id, limit: limit + 1 })
  const [newest] = rows
  if (!newest) throw notFound()
  const ids = rows.slice(0, limit).flatMap((row) => row.id ?? [])
  const pause = shareThread(clock)
  const messages: string[] = []
  for (let from = 0; from < ids.length; from += batchSize) {
    await pause()
    for (const row of await readMap(db, ids.slice(from, from + batchSize)))
      messages.push(JSON.stringify(viewMapMessage(row)))
  }
  const leafId = JSON.stringify(newest.active_leaf_id)
  return `{"leafId":${leafId},"messages":[${messages.reverse().join(',')}],"isWhole":${rows.length <= limit}}`
}

function viewMapMessage(row: Awaited<ReturnType<typeof readMap>>[number]): MapMessage {
  const { id, parent_id: parentId, role, status, text, branch_name, speaker_name } = row
  const message: MapMessage = { id, parentId, role, status, text }
  if (branch_name !== null) message.name = branch_name
  if (speaker_name !== null) message.speaker = speaker_name
  return message
}
