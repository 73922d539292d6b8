import { X } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { ConversationList } from './conversation-list.tsx'

/** From this width on the panel has a place of its own beside the stage. */
const wide = '(min-width: 1280px)'
const openKey = 'conversations_panel'

/** Whether the panel is open: remembered where it stands beside the stage, for the moment where it lies over it. */
export function useConversationPanel() {
  const docked = useMediaQuery(wide)
  const [dockOpen, setDockOpen] = useState(() => recall() === 'open')
  const [sheetOpen, setSheetOpen] = useState(false)
  const open = docked ? dockOpen : sheetOpen
  const setOpen = useCallback(
    (next: boolean) => {
      if (!docked) return setSheetOpen(next)
      setDockOpen(next)
      remember(next ? 'open' : 'closed')
    },
    [docked],
  )
  return { docked, open, setOpen }
}

function recall(): string | null {
  try {
    return localStorage.getItem(openKey)
  } catch {
    return null
  }
}

function remember(state: string) {
  try {
    localStorage.setItem(openKey, state)
  } catch {
    // Without storage the panel is closed again next time.
  }
}

interface ConversationPanelProps {
  panel: ReturnType<typeof useConversationPanel>
  currentId: string | null
}

/** The list of conversations, beside the stage or over it. */
export function ConversationPanel({ panel: { docked, open, setOpen }, currentId }: ConversationPanelProps) {
  if (docked) {
    return open ? (
      <aside aria-label="Conversations" className="flex w-72 shrink-0 flex-col border-line border-l bg-sunken">
        <Contents
          heading={<h2 className={headingLooks}>Conversations</h2>}
          currentId={currentId}
          onOpen={() => {}}
          onClose={() => setOpen(false)}
        />
      </aside>
    ) : null
  }
  return (
    <Sheet open={open} onOpenChange={setOpen} side="right" title="Conversations" className="!w-80">
      <Contents
        // The sheet says its own title to those who listen.
        heading={
          <p aria-hidden className={headingLooks}>
            Conversations
          </p>
        }
        currentId={currentId}
        onOpen={() => setOpen(false)}
        onClose={() => setOpen(false)}
      />
    </Sheet>
  )
}

const headingLooks = 'font-display font-semibold text-[1.1875rem] tracking-[-0.015em]'

function Contents(props: { heading: ReactNode; currentId: string | null; onOpen: () => void; onClose: () => void }) {
  return (
    <>
      <div className="flex shrink-0 items-center justify-between pt-3 pr-2.5 pb-1 pl-5">
        {props.heading}
        <IconButton label="Close" side="left" icon={<X aria-hidden size={19} />} onClick={props.onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2.5 pb-4">
        <ConversationList currentId={props.currentId} onOpen={props.onOpen} />
      </div>
    </>
  )
}
