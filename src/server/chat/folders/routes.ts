import { z } from 'zod'
import { createRoutes } from '#server/http/create-routes.ts'
import { ById } from '#server/http/params.ts'
import { Folder, FolderFields } from '#shared/folders.ts'
import type { ChatDeps } from '../replies/chat-deps.ts'
import { createFolder, readFolders, removeFolder, renameFolder } from './change-folders.ts'

const limited = { access: 'signed-in', limit: 'folders', changes: 'conversations' } as const

/** Folders of conversations. `PATCH /api/conversations/:id` puts a conversation into one. */
export function folderRoutes(chat: ChatDeps) {
  return createRoutes((app) => {
    app.get(
      '/api/folders',
      { config: { access: 'signed-in' }, schema: { response: { 200: z.array(Folder) } } },
      ({ viewer }) => readFolders(chat, viewer),
    )

    app.post(
      '/api/folders',
      { config: limited, schema: { body: FolderFields, response: { 201: Folder } } },
      async ({ viewer, body }, reply) => {
        return reply.status(201).send(await createFolder(chat, viewer, body.name))
      },
    )

    app.patch(
      '/api/folders/:id',
      { config: limited, schema: { params: ById, body: FolderFields } },
      async ({ viewer, params, body }, reply) => {
        await renameFolder(chat, viewer, params.id, body.name)
        return reply.status(204).send()
      },
    )

    app.delete('/api/folders/:id', { config: limited, schema: { params: ById } }, async ({ viewer, params }, reply) => {
      await removeFolder(chat, viewer, params.id)
      return reply.status(204).send()
    })
  })
}
