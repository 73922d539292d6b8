import { ChevronLeft, ChevronRight, RotateCw } from 'lucide-react'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { ConversationStore } from '../store/conversation-store.ts'
import { type ConversationMessage, positionOf } from '../store/messages.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { canRegenerate, swipe } from './message-actions.ts'

interface VersionSwitcherProps {
  store: ConversationStore
  message: ConversationMessage
  /** Whether it is the newest message: another version can then be asked for with one click. */
  isNewest: boolean
}

const buttonClass = '!size-8 rounded-full pointer-coarse:!size-11'

/** Leads through the versions of a message: "2 / 3" between two arrows. After the last one a new one can be written. */
export function VersionSwitcher({ store, message, isNewest }: VersionSwitcherProps) {
  const isBusy = useConversationState(store, ({ turn, isChanging }) => turn !== 'idle' || isChanging)
  const { index, count } = positionOf(message)
  const canWrite = canRegenerate(message) && message.content !== ''
  if (count === 1 && !(isNewest && canWrite)) return null
  const isLast = index === count
  // A button that is disabled while a version loads would lose the focus.
  const disabled = { 'aria-disabled': isBusy }
  const go = (step: -1 | 1) => {
    if (!isBusy) swipe(store, message, step)
  }
  return (
    <fieldset aria-label="Versions" className="-ml-2 flex items-center text-ink-soft">
      {count > 1 && (
        <>
          <IconButton
            label="Previous version"
            icon={<ChevronLeft aria-hidden size={17} />}
            onClick={() => index > 1 && go(-1)}
            aria-disabled={isBusy || index === 1}
            className={buttonClass}
          />
          <span className="min-w-10 text-center text-xs tabular-nums">
            <span className="sr-only">Version </span>
            {index} <span aria-hidden>/</span>
            <span className="sr-only">of</span> {count}
          </span>
        </>
      )}
      {!isLast && (
        <IconButton
          label="Next version"
          icon={<ChevronRight aria-hidden size={17} />}
          onClick={() => go(1)}
          {...disabled}
          className={buttonClass}
        />
      )}
      {isLast && canWrite && (
        <IconButton
          label="New version"
          icon={<RotateCw aria-hidden size={15} />}
          onClick={() => go(1)}
          {...disabled}
          className={buttonClass}
        />
      )}
    </fieldset>
  )
}
