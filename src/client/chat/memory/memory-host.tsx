import { useEffect } from 'react'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { closeMemory, useMemoryOpen } from './open-memory.ts'

const MemoryPanel = lazyPart(async () => (await import('./memory-panel.tsx')).MemoryPanel)

/** The memory of a conversation while it is open. Its code is loaded with its first use. */
export function MemoryHost({ store, name }: { store: ConversationStore; name: string }) {
  const isOpen = useMemoryOpen()
  const conversationId = useConversationState(store, (state) => state.conversationId)
  useEffect(() => closeMemory, [])
  if (!isOpen || !conversationId) return null
  return <MemoryPanel store={store} conversationId={conversationId} name={name} onClose={closeMemory} />
}
