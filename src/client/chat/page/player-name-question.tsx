import { useUser } from '#client/accounts/session.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { useConversations } from '../api/conversation-list-api.ts'
import { hasStarted } from '../store/conversation-state.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

// Loads react-hook-form and Zod in a user's first chat only. If they cannot be loaded, the question is left out.
const PlayerNameForm = lazyPart(async () => (await import('#client/accounts/player-name-form.tsx')).PlayerNameForm, {
  failed: () => null,
})

/** In a user's first chat, asks by which name characters should call them. Not answering keeps the display name. */
export function PlayerNameQuestion({ store }: { store: ConversationStore }) {
  const { playerName } = useUser()
  const isNew = useConversationState(
    store,
    (state) => state.phase === 'open' && state.turn === 'idle' && !hasStarted(state),
  )
  const { data } = useConversations()
  const isFirst = data?.pages.every(({ conversations }) => conversations.length === 0) ?? false
  if (!isNew || !isFirst || playerName !== null) return null
  return (
    <div className="relative mx-auto w-full max-w-[820px] animate-fade-in px-4 pb-2.5 empty:hidden sm:px-[26px]">
      <PlayerNameForm
        label="What should characters call you?"
        className="rounded-xl border border-line bg-card px-4 py-2.5"
      />
    </div>
  )
}
