import { CornerDownRight } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { swipeTo } from '../actions/message-actions.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

/** Says that the story once went on from here, and leads there. */
export function LaterNotice({ store }: { store: ConversationStore }) {
  const newest = useConversationState(store, ({ later, turn }) => (turn === 'idle' ? later.at(-1) : undefined))
  const count = useConversationState(store, ({ later }) => later.length)
  const isChanging = useConversationState(store, (state) => state.isChanging)
  return (
    <div role="status" className="relative mx-auto w-full max-w-[820px] px-4 sm:px-[26px]">
      {newest !== undefined && (
        <p className="flex animate-fade-in flex-wrap items-center gap-x-4 gap-y-1 border-line border-t pt-2 pb-2.5 text-ink-soft text-sm">
          <span className="flex-1 basis-56">
            You went back to this message.{' '}
            {count === 1 ? 'What came after it is kept.' : `The ${count} branches after it are kept.`} Your next message
            begins a new branch.
          </span>
          <Button
            variant="quiet"
            className="-mr-3 !px-3 !text-sm max-sm:-ml-3"
            disabled={isChanging}
            onClick={() => void swipeTo(store, newest)}
          >
            <CornerDownRight aria-hidden size={15} />
            Show what came after
          </Button>
        </p>
      )}
    </div>
  )
}
