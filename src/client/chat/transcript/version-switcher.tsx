import { Bookmark, ChevronLeft, ChevronRight, RotateCw } from 'lucide-react'
import { IconButton } from '#client/ui/icon-button.tsx'
import { canRegenerate, swipe } from '../actions/message-actions.ts'
import { type ConversationMessage, positionOf } from '../store/messages.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'

interface VersionSwitcherProps {
  message: ConversationMessage
  /** Whether it is the newest message: another version can then be requested with one click. */
  isNewest: boolean
}

const buttonClass = '!size-8 rounded-full pointer-coarse:!size-11 [&_svg]:size-4'

/** Leads through the versions of a message: "2 / 3" between two arrows. After the last one a new one can be written. */
export function VersionSwitcher({ message, isNewest }: VersionSwitcherProps) {
  const store = useConversationStore()
  const isBusy = useConversationState(({ turn, isChanging }) => turn !== 'idle' || isChanging)
  const { index, count } = positionOf(message)
  const canWrite = canRegenerate(message) && message.content !== ''
  const name = message.names[message.id ?? '']
  if (count === 1 && !(isNewest && canWrite)) return name ? <BranchName name={name} /> : null
  const isLast = index === count
  const labelOf = (label: string, step: -1 | 1) => {
    const other = message.names[message.siblings[index - 1 + step] ?? '']
    return other ? `${label}: ${other}` : label
  }
  // A button that is disabled while a version loads would lose the focus.
  const disabled = { 'aria-disabled': isBusy }
  const go = (step: -1 | 1) => {
    if (!isBusy) swipe(store, message, step)
  }
  return (
    <fieldset aria-label="Versions" className="-ml-2 flex min-w-0 max-w-full items-center text-ink-soft">
      {/* Also of the only version: the button for a new one then stays where it was pressed. */}
      <IconButton
        label={labelOf('Previous version', -1)}
        icon={ChevronLeft}
        onClick={() => index > 1 && go(-1)}
        aria-disabled={isBusy || index === 1}
        className={buttonClass}
      />
      <span className="min-w-10 text-center text-xs tabular-nums">
        <span className="sr-only">Version </span>
        {index} <span aria-hidden>/</span>
        <span className="sr-only">of</span> {count}
      </span>
      {!isLast && (
        <IconButton
          label={labelOf('Next version', 1)}
          icon={ChevronRight}
          onClick={() => go(1)}
          {...disabled}
          className={buttonClass}
        />
      )}
      {isLast && canWrite && (
        <IconButton label="New version" icon={RotateCw} onClick={() => go(1)} {...disabled} className={buttonClass} />
      )}
      {name && <BranchName name={name} />}
    </fieldset>
  )
}

/** What the user calls the branch that begins here. */
function BranchName({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-ink-soft text-xs">
      <Bookmark aria-hidden size={13} className="shrink-0 fill-current text-curtain" />
      <span className="sr-only">Branch: </span>
      <span dir="auto" className="truncate">
        {name}
      </span>
    </span>
  )
}
