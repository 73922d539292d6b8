import type { ConversationStore } from './conversation-store.ts'
import { useSlice } from './use-conversation.ts'

/** Says so while the line to a running reply is down; the reply itself goes on at the server. */
export function SceneStatus({ store }: { store: ConversationStore }) {
  const lost = useSlice(store, (state) => state.turn !== 'idle' && state.connection === 'lost')
  return (
    <div role="status" className="relative text-center text-ink-soft text-sm">
      {lost && <p className="animate-fade-in pb-2">The connection was lost. Reconnecting…</p>}
    </div>
  )
}
