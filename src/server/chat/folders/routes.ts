import { handleRoutes } from '#server/http/handle-routes.ts'
import { folderApi } from '#shared/folders.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { createFolder, readFolders, removeFolder, renameFolder } from './change-folders.ts'

/** Folders of conversations. */
export function folderRoutes(chat: ChatDeps) {
  return handleRoutes(folderApi, () => ({
    'GET /api/folders': ({ viewer }) => readFolders(chat, viewer),
    'POST /api/folders': ({ viewer, body }) => createFolder(chat, viewer, body.name),
    'PATCH /api/folders/:id': ({ viewer, params, body }) => renameFolder(chat, viewer, params.id, body.name),
    'DELETE /api/folders/:id': ({ viewer, params }) => removeFolder(chat, viewer, params.id),
  }))
}
