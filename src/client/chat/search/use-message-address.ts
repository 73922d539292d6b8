import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { openMessage } from '../actions/map-actions.ts'
import { conversationPath } from '../api/conversation-paths.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'
import type { FoundMessageState } from './message-path.ts'

/** Shows the message that the address names (`?message=`), on any branch, and removes it from the address. */
export function useMessageAddress(store: ConversationStore): void {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const messageId = new URLSearchParams(search).get('message')
  const { isOnActivePath = null } = (state ?? {}) as Partial<FoundMessageState>
  const openId = useConversationState(store, ({ phase, conversationId }) => (phase === 'open' ? conversationId : null))
  useEffect(() => {
    if (!messageId || !openId) return
    void navigate(conversationPath(openId), { replace: true })
    void openMessage(store, messageId, isOnActivePath === true)
  }, [store, messageId, openId, isOnActivePath, navigate])
}
