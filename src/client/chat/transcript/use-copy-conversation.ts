import { useNavigate } from 'react-router'
import { call } from '#client/lib/http.ts'
import { toast } from '#client/ui/toast-store.ts'
import { attempt } from '../actions/message-actions.ts'
import { refreshConversations } from '../api/conversation-list-api.ts'
import { conversationPath } from '../api/conversation-paths.ts'
import { useConversationStore } from '../store/use-conversation.ts'

/** Copies the story up to a message, and opens the copy. Resolves with whether it was done. */
export function useCopyConversation(): (messageId: string) => Promise<boolean> {
  const store = useConversationStore()
  const navigate = useNavigate()
  return async (messageId) => {
    const { conversationId } = store.state.getState()
    if (!conversationId) return false
    const copy = async () => {
      const { conversation } = await call('POST /api/conversations/:id/copy', {
        params: { id: conversationId },
        body: { messageId },
      })
      void refreshConversations()
      await navigate(conversationPath(conversation.id))
      const action = { label: 'Go back', onSelect: () => void navigate(conversationPath(conversationId)) }
      toast({ title: 'Copied to a new conversation', description: 'The first one is unchanged.', action })
    }
    return attempt('No new conversation', copy())
  }
}
