import { lockAccount } from '#server/accounts/queries.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import { foldText } from '#shared/fold-text.ts'
import { type Folder, folderApi, folderLimits } from '#shared/folders.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { deleteFolder, hasFolder, hasOtherFolder, insertFolder, listFolders, updateFolder } from './queries.ts'

/** Folders of conversations. */
export function folderRoutes(chat: ChatDeps) {
  return handleRoutes(folderApi, () => ({
    'GET /api/folders': ({ viewer }) => readFolders(chat, viewer),
    'POST /api/folders': ({ viewer, body }) => createFolder(chat, viewer, body.name),
    'PATCH /api/folders/:id': ({ viewer, params, body }) => renameFolder(chat, viewer, params.id, body.name),
    'DELETE /api/folders/:id': ({ viewer, params }) => removeFolder(chat, viewer, params.id),
  }))
}

/** The viewer's folders by name. */
async function readFolders({ context }: ChatDeps, viewer: Viewer): Promise<Folder[]> {
  const rows = await listFolders(context.db, viewer.id)
  const byName = rows.sort((a, b) => (a.name_key < b.name_key ? -1 : 1))
  return byName.map(({ id, name, count }) => ({ id, name, count: Number(count ?? 0) }))
}

async function createFolder({ context }: ChatDeps, viewer: Viewer, name: string): Promise<Folder> {
  const id = context.ids.uuid()
  await context.transact(async (trx) => {
    await lockAccount(trx, context.dialect, viewer.id)
    if ((await listFolders(trx, viewer.id)).length >= folderLimits.count) {
      const message = `You have ${folderLimits.count} folders. Delete one that you do not need, then try again.`
      throw new ApiError('bad_request', { message })
    }
    const row = { id, user_id: viewer.id, name, name_key: foldText(name), created_at: context.clock.now() }
    if (!(await insertFolder(trx, row))) throw nameTaken(name)
  })
  return { id, name, count: 0 }
}

async function renameFolder({ context }: ChatDeps, viewer: Viewer, id: string, name: string): Promise<void> {
  await context.transact(async (trx) => {
    const row = { id, name, name_key: foldText(name) }
    if (!(await hasFolder(trx, viewer.id, id))) throw notFound()
    if (await hasOtherFolder(trx, viewer.id, row)) throw nameTaken(name)
    await updateFolder(trx, viewer.id, row)
  })
}

/** Deletes a folder. Its conversations stay. */
async function removeFolder({ context }: ChatDeps, viewer: Viewer, id: string): Promise<void> {
  if (!(await deleteFolder(context.db, viewer.id, id))) throw notFound()
}

const nameTaken = (name: string) =>
  new ApiError('bad_request', { message: `You already have a folder “${name}”. Choose another name.` })
