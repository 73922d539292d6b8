import { RotateCcw, StepForward } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import type { ConversationStore } from './conversation-store.ts'
import type { Line } from './lines.ts'
import { useSlice } from './use-conversation.ts'

interface LineNoticeProps {
  store: ConversationStore
  name: string
  line: Line
}

/** How a reply went wrong, said in the character's place, and what can be done about it. */
export function LineNotice({ store, name, line }: LineNoticeProps) {
  const canAct = useSlice(store, (state) => state.turn === 'idle' && state.lines.at(-1)?.key === line.key)
  if (line.status === 'redacted' && !line.content) {
    return <p className="font-prose text-ink-soft text-lg italic">This line was taken off the stage.</p>
  }
  if (line.status !== 'failed' && line.status !== 'interrupted') return null
  return (
    <div className={line.content ? 'mt-3' : ''}>
      {line.error && (
        <p className="mb-3 max-w-[60ch] text-md leading-relaxed">
          <strong className="font-semibold">{name}:</strong> {line.error}
        </p>
      )}
      {canAct && (
        <p className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          {line.status === 'failed' ? (
            <Button variant="outline" onClick={() => store.tryAgain(line.key)}>
              <RotateCcw aria-hidden size={16} />
              Try again
            </Button>
          ) : (
            <Button variant="outline" onClick={() => store.goOn()}>
              <StepForward aria-hidden size={16} />
              Continue
            </Button>
          )}
          {!line.error && <span className="text-ink-soft text-sm">The reply stopped here.</span>}
        </p>
      )}
    </div>
  )
}
