import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { openSearch } from '#client/lib/open-search.ts'
import { setPageActions } from '#client/lib/page-actions.ts'
import { reportDialog } from '#client/moderation/report.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { ConversationPatch } from '#shared/conversations.ts'
import { changeConversation } from '../api/conversation-list-api.ts'
import { useNewChat } from '../api/new-chat.ts'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import { useDeleteWithUndo } from '../conversation-list/conversation-actions.ts'
import { conversationPanels } from '../dialogs.ts'
import { useConversationStore } from '../store/use-conversation.ts'
import { useCopyConversation } from '../transcript/use-copy-conversation.ts'
import type { ChatCommand, CommandContext } from './command.ts'
import { commands } from './list.ts'
import { runCommand } from './run-command.ts'

/** What commands need of the open conversation. They are offered in the command palette while it is open. */
export function useCommandContext(
  character: ConversationCharacter,
  { input, onOpenConversations }: { input: RefObject<HTMLTextAreaElement | null>; onOpenConversations: () => void },
): CommandContext {
  const store = useConversationStore()
  const { name, playerName } = useUser()
  const navigate = useNavigate()
  const copyConversation = useCopyConversation()
  const startNewChat = useNewChat(character)
  const ownName = playerName ?? name
  const deleteWithUndo = useDeleteWithUndo()
  // The context stays the same while the character is reloaded, so that its lists are not reloaded.
  const current = { character, startNewChat, copyConversation, deleteWithUndo, navigate, onOpenConversations }
  const latest = useRef(current)
  latest.current = current
  const context = useMemo<CommandContext>(
    () => ({
      store,
      get character() {
        return latest.current.character
      },
      ownName,
      get panels() {
        return conversationPanels(store, latest.current.character)
      },
      report: (reported) => reportDialog.open({ reported }),
      openConversations: () => latest.current.onOpenConversations(),
      copyConversation: (messageId) => latest.current.copyConversation(messageId),
      deleteConversation: () => {
        const { conversation } = store.state.getState()
        if (conversation) void latest.current.deleteWithUndo(conversation, true)
      },
      startNewChat: () => latest.current.startNewChat(),
      openPage: (path) => void latest.current.navigate(path),
      openSearch,
      write: (text) => {
        store.setDraft(text)
        input.current?.focus({ preventScroll: true })
      },
      change: async (changes) => {
        const checked = ConversationPatch.parse(changes)
        const { conversation } = store.state.getState()
        if (conversation) store.setSaved(await changeConversation(conversation, checked))
      },
    }),
    [store, ownName, input],
  )
  useEffect(() => setPageActions(commands.map((command) => toAction(command, context))), [context])
  return context
}

/** In the palette a command with arguments is written into the composer, any other runs. */
function toAction(command: ChatCommand, context: CommandContext) {
  const { name, args, runsAlone = false, description } = command
  const run = async () => {
    if (args !== undefined && !runsAlone) return context.write(`/${name} `)
    const problem = await runCommand(command, '', context)
    if (problem) toastError(problem, { title: `/${name}` })
  }
  return { id: `command-${name}`, title: description, detail: `/${name}`, run: () => void run() }
}
