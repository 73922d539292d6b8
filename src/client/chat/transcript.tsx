import { ArrowDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { ReportLine } from '#client/moderation/report-line.tsx'
import { Button } from '#client/ui/button.tsx'
import { CharacterLine, WaitingLine } from './character-line.tsx'
import type { ConversationStore } from './conversation-store.ts'
import type { Line } from './lines.ts'
import { PlayerLine } from './player-line.tsx'
import type { Cast } from './use-cast.ts'
import { useSlice } from './use-conversation.ts'
import { useStickToEnd } from './use-stick-to-end.ts'
import './transcript.css'

interface TranscriptProps {
  store: ConversationStore
  cast: Cast
  /** A greeting is on its way. */
  greetingAwaited: boolean
}

/** The lines said so far. Only those near the window are drawn, so that ten thousand of them open like ten. */
export function Transcript({ store, cast, greetingAwaited }: TranscriptProps) {
  const lines = useSlice(store, (state) => state.lines)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const { atEnd, toEnd, onScroll, onResize } = useStickToEnd(scroller, list, lines)

  const onScrolled = (offset: number) => {
    onScroll(offset)
    // Two windows ahead: the next page is there before the reader is.
    if (offset < 2 * (scroller.current?.clientHeight ?? 0)) void store.loadOlder()
  }
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={`Conversation with ${cast.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="absolute inset-0 overflow-y-auto overscroll-contain fade-edges pt-[30px] outline-offset-[-4px] [overflow-anchor:none]"
      >
        <ReportLine>
          <Virtualizer
            ref={list}
            data={lines}
            shift={useGrewAtStart(lines)}
            startMargin={30}
            bufferSize={800}
            onScroll={onScrolled}
            onResize={onResize}
          >
            {(line) => (
              <Row key={line.key}>
                {line.role === 'user' ? (
                  <PlayerLine line={line} />
                ) : (
                  <CharacterLine store={store} cast={cast} line={line} />
                )}
              </Row>
            )}
          </Virtualizer>
        </ReportLine>
        {greetingAwaited && (
          <Row>
            <WaitingLine cast={cast} />
          </Row>
        )}
      </div>
      <OlderNotice store={store} />
      {!atEnd && <JumpButton onClick={toEnd} />}
    </div>
  )
}

function JumpButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="outline"
      className="absolute bottom-2 left-1/2 -translate-x-1/2 animate-fade-in !rounded-full !bg-card shadow-raised"
      onClick={onClick}
    >
      <ArrowDown aria-hidden size={16} />
      Jump to newest
    </Button>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-[820px] px-4 pb-[26px] sm:px-[26px]">{children}</div>
}

/** Whether the list just grew at its start, so that the place being read can be held from the end. */
function useGrewAtStart(lines: readonly Line[]): boolean {
  const [held, setHeld] = useState({ lines, grew: false })
  if (held.lines === lines) return held.grew
  const more = lines.length - held.lines.length
  const grew = more > 0 && held.lines.length > 0 && lines[more]?.key === held.lines[0]?.key
  setHeld({ lines, grew })
  return grew
}

function OlderNotice({ store }: { store: ConversationStore }) {
  const older = useSlice(store, (state) => state.older)
  if (older !== 'failed') return null
  return (
    <p className="absolute inset-x-0 top-2 flex justify-center">
      <Button variant="outline" className="!bg-card shadow-card" onClick={() => void store.loadOlder()}>
        Earlier lines did not come. Try again
      </Button>
    </p>
  )
}
