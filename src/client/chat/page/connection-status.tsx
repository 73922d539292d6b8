import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

/** Shown while the connection to a running reply is lost; the reply continues on the server. */
export function ConnectionStatus({ store }: { store: ConversationStore }) {
  const isLost = useConversationState(store, (state) => state.turn !== 'idle' && state.connection === 'lost')
  return (
    <div role="status" className="relative text-center text-ink-soft text-sm">
      {isLost && <p className="animate-fade-in pb-2">The connection was lost. Reconnecting…</p>}
    </div>
  )
}
