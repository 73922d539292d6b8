import { call } from '#client/lib/http.ts'
import { invalidate, queryClient, queryOf } from '#client/lib/query-client.ts'
import { toast } from '#client/ui/toast-store.ts'
import { type Folder, FolderFields } from '#shared/folders.ts'
import { deleteFolderDialog } from '../dialogs.ts'
import type { ChatCommand, CommandContext } from './command.ts'

export const listFolders = () => queryClient.fetchQuery(queryOf('GET /api/folders'))

export async function findOwnFolder(context: CommandContext): Promise<Folder | undefined> {
  const folderId = context.store.state.getState().conversation?.folderId
  return folderId ? (await listFolders()).find(({ id }) => id === folderId) : undefined
}

const inNone = 'This conversation is in no folder. Write /folder to put it into one.'

export const folderCommands: readonly ChatCommand[] = [
  {
    name: 'new-folder',
    args: '[name]',
    description: 'Create a folder and move the conversation to it',
    run: async (name, context) => {
      if (name === '') return 'Write the name of the folder: /new-folder Winter'
      const folder = await call('POST /api/folders', { body: FolderFields.parse({ name }) })
      await invalidate('GET /api/folders')
      await context.change({ folderId: folder.id })
      toast({ title: `Moved to the new folder “${folder.name}”` })
    },
  },
  {
    name: 'rename-folder',
    args: '[name]',
    description: 'Rename the folder of the conversation',
    run: async (name, context) => {
      const folder = await findOwnFolder(context)
      if (!folder) return inNone
      if (name === '') return 'Write the new name of the folder: /rename-folder Winter'
      await call('PATCH /api/folders/:id', { params: { id: folder.id }, body: FolderFields.parse({ name }) })
      await invalidate('GET /api/folders')
      toast({ title: 'Folder renamed' })
    },
  },
  {
    name: 'delete-folder',
    description: 'Delete the folder of the conversation; its conversations stay',
    run: async (_, context) => {
      const folder = await findOwnFolder(context)
      if (!folder) return inNone
      return void deleteFolderDialog.open({ folder })
    },
  },
]
