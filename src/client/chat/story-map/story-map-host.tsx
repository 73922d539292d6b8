import { useEffect } from 'react'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { closeStoryMap, useOpenStoryMap } from './open-story-map.ts'

const StoryMapDialog = lazyPart(async () => (await import('./story-map-dialog.tsx')).StoryMapDialog, {
  close: closeStoryMap,
})

/** The story map of a conversation while it is open. Its code is loaded with its first use. */
export function StoryMapHost({ store, name }: { store: ConversationStore; name: string }) {
  const open = useOpenStoryMap()
  const conversationId = useConversationState(store, (state) => state.conversationId)
  useEffect(() => closeStoryMap, [])
  if (!open || !conversationId) return null
  return <StoryMapDialog store={store} name={name} conversationId={conversationId} startId={open.messageId} />
}
