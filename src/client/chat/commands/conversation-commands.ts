import { download } from '#client/lib/download.ts'
import { addressOf } from '#client/lib/http.ts'
import { toast } from '#client/ui/toast-store.ts'
import { transcriptFormats } from '#shared/transcripts.ts'
import { type ChatCommand, type CommandContext, quote } from './command.ts'
import { findByName } from './find-by-name.ts'
import { findOwnFolder, listFolders } from './folder-commands.ts'

const conversationOf = ({ store }: CommandContext) => store.state.getState().conversation

export const conversationCommands: readonly ChatCommand[] = [
  {
    name: 'rename',
    args: '[title]',
    runsAlone: true,
    description: 'Rename the conversation',
    run: async (title, { panels, change }) => {
      if (title === '') return void panels.rename()
      await change({ title })
      toast({ title: 'Conversation renamed' })
    },
  },
  {
    name: 'pin',
    description: 'Pin the conversation, or unpin it',
    run: async (_, context) => {
      const pinned = !conversationOf(context)?.pinned
      await context.change({ pinned })
      toast({ title: pinned ? 'Conversation pinned' : 'Conversation unpinned' })
    },
  },
  {
    name: 'archive',
    description: 'Put the conversation into the archive, or bring it back',
    run: async (_, context) => {
      const archived = !conversationOf(context)?.archived
      await context.change({ archived })
      toast({ title: archived ? 'Conversation archived' : 'Moved to your conversations' })
    },
  },
  {
    name: 'folder',
    aliases: ['move'],
    args: '[folder, or none]',
    complete: async () => [...(await listFolders()).map(({ name }) => name), 'none'],
    description: 'Move the conversation to a folder, or out of it',
    run: async (name, context) => {
      if (name === '') return void context.panels.move()
      const found = findByName(await listFolders(), name)
      if (!found && name.toLowerCase() !== 'none') {
        return `You have no folder ${quote(name)}. Write /new-folder and the name to create it, or /folder alone to see them all.`
      }
      if (!found && !(await findOwnFolder(context))) return 'This conversation is in no folder.'
      await context.change({ folderId: found?.id ?? null })
      toast({ title: found ? `Moved to the folder “${found.name}”` : 'Moved out of the folder' })
    },
  },
  {
    name: 'export',
    args: '[json, jsonl, markdown or html]',
    complete: () => transcriptFormats,
    description: 'Download the conversation',
    run: (wanted, context) => {
      if (wanted === '') return void context.panels.export()
      const format = transcriptFormats.find((one) => one === wanted.toLowerCase())
      if (!format) return `There is no format ${quote(wanted)}. Choose ${transcriptFormats.join(', ')}.`
      const id = context.store.state.getState().conversationId ?? ''
      download(addressOf('GET /api/conversations/:id/export', { params: { id }, query: { format } }))
    },
  },
  {
    name: 'delete-conversation',
    description: 'Delete the whole conversation',
    run: (_, { deleteConversation }) => void deleteConversation(),
  },
]
