import type { Queryable } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { branchApi, branchLimits, type MapMessage, type StoryMap } from '#shared/branches.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { getMessage } from '../tree/change-tree.ts'
import { getOwnConversation } from '../tree/get-own-conversation.ts'
import { updateMessage } from '../tree/queries.ts'
import { transactChange } from '../tree/transact-change.ts'
import { copyConversation } from './copy-conversation.ts'
import { listMapMessages } from './queries.ts'

/** Branches of a conversation: the map of all, their names, and copies as conversations of their own. */
export function branchRoutes(chat: ChatDeps) {
  const { context } = chat
  const { db } = context
  return handleRoutes(branchApi, () => ({
    'GET /api/conversations/:id/map': ({ viewer, params }) => readStoryMap(db, viewer, params.id),
    'PUT /api/conversations/:id/messages/:messageId/name': async ({ viewer, params, body }) => {
      const conversation = await getOwnConversation(db, viewer, params.id)
      await transactChange(context, viewer, conversation.id, async (trx) => {
        const { id } = await getMessage(trx, conversation.id, params.messageId)
        await updateMessage(trx, conversation.id, id, { branch_name: body.name || null })
      })
    },
    'POST /api/conversations/:id/copy': async ({ viewer, params, body }) => ({
      conversation: await copyConversation(chat, viewer, { conversationId: params.id, ...body }),
    }),
  }))
}

/** All branches of the viewer's conversation, as far as `branchLimits.mapMessages` allows. */
async function readStoryMap(db: Queryable, viewer: Viewer, id: string): Promise<StoryMap> {
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
