import { CircleHelp } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { memoryPanel } from '../dialogs.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import type { ConversationMessage } from '../store/messages.ts'

/** Says that the messages above do not fit into the next prompt. */
export function ContextHorizon({ store, name }: { store: ConversationStore; name: string }) {
  return (
    <details className="mb-[26px] text-ink-soft text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-md before:flex-1 before:border-line before:border-t after:flex-1 after:border-line after:border-t">
        <span dir="auto" className="max-w-[75%] text-balance text-center [overflow-wrap:anywhere]">
          {name} remembers what is above in short, not word for word{' '}
          <CircleHelp aria-hidden size={15} className="inline align-[-2px]" />
        </span>
      </summary>
      <div className="mx-auto mt-1 flex max-w-[60ch] flex-col items-center gap-1 text-center">
        <p>
          The AI model reads only so much text for each reply, and the messages above no longer fit. Where the memory of
          this chat is on, it keeps a summary and facts of them, and finds passages that matter again.
        </p>
        <Button variant="quiet" onClick={() => memoryPanel.open({ store, name })}>
          Open the memory
        </Button>
      </div>
    </details>
  )
}

type Shown = Pick<ConversationMessage, 'id' | 'horizonId' | 'content' | 'excluded'>

/** The id of the first message that the next prompt is expected to have word for word; undefined if none before it is missing. */
export function findHorizon(messages: readonly Shown[], hasMore: boolean): string | undefined {
  const id = messages.findLast(({ horizonId }) => horizonId !== undefined)?.horizonId
  const before = messages.slice(
    0,
    messages.findIndex((message) => message.id === id),
  )
  const isMissing = hasMore || before.some(({ content, excluded }) => content !== '' && !excluded)
  return isMissing ? id : undefined
}
