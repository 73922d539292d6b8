import { GitCompare } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { characterUpdateDialog } from '../dialogs.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

/** Says that a character has changed since the conversation began, and shows how. */
export function UpdateNotice({ store }: { store: ConversationStore }) {
  const isShown = useConversationState(store, ({ hasUpdate, turn }) => hasUpdate && turn === 'idle')
  const name = useConversationState(store, ({ scene, conversation }) => (scene ? null : conversation?.characterName))
  return (
    <div role="status" className="relative mx-auto w-full max-w-[820px] px-4 sm:px-[26px]">
      {isShown && (
        <p className="flex animate-fade-in flex-wrap items-center gap-x-4 gap-y-1 border-line border-t pt-2 pb-2.5 text-ink-soft text-sm">
          <span className="flex-1 basis-56">
            {name ? <bdi>{name}</bdi> : 'A character'} has changed since this chat began. It goes on as before.
          </span>
          <Button
            variant="quiet"
            className="-mr-3 !px-3 !text-sm max-sm:-ml-3"
            onClick={() => characterUpdateDialog.open({ store })}
          >
            <GitCompare aria-hidden size={15} />
            See what changed
          </Button>
        </p>
      )}
    </div>
  )
}
