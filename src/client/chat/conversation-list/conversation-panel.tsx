import { Import, X } from 'lucide-react'
import { type ReactNode, use, useEffect, useState } from 'react'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import { useClose } from '#client/ui/close-context.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { useConversations } from '../api/conversation-list-api.ts'
import { listLoaded } from '../api/conversation-list-cache.ts'
import { noFilters, setListFilters } from '../api/list-filters.ts'
import { importDialog } from '../dialogs.ts'
import { ConversationList } from './conversation-list.tsx'
import { OpenConversation } from './open-conversation.ts'

/** From this width on the panel is docked beside the conversation; below it is a sheet. */
const dockedQuery = '(min-width: 1280px)'
const openKey = 'conversations_panel'

/** Whether the panel is open. Stored while it is docked; a sheet is closed again on the next page. */
export function useConversationPanel() {
  const docked = useMediaQuery(dockedQuery)
  const [dockOpen, setDockOpen] = useState(() => tryOrNull(() => localStorage.getItem(openKey)) === 'open')
  const [sheetOpen, setSheetOpen] = useState(false)
  const open = docked ? dockOpen : sheetOpen
  useEffect(() => () => setListFilters(noFilters), [])
  const setOpen = (next: boolean) => {
    if (!next) setListFilters(noFilters)
    if (!docked) return setSheetOpen(next)
    setDockOpen(next)
    tryOrNull(() => localStorage.setItem(openKey, next ? 'open' : 'closed'))
  }
  return { docked, open, setOpen }
}

interface ConversationPanelProps {
  panel: ReturnType<typeof useConversationPanel>
  currentId: string | null
}

export function ConversationPanel({ panel: { docked, open, setOpen }, currentId }: ConversationPanelProps) {
  const close = () => setOpen(false)
  return (
    <OpenConversation value={currentId}>
      {docked && open && (
        <aside aria-label="Conversations" className="flex w-[18rem] shrink-0 flex-col border-line border-l bg-sunken">
          <Contents heading={<h2 className={headingClass}>Conversations</h2>} onClose={close} />
        </aside>
      )}
      {!docked && (
        <Sheet isOpen={open} onClose={close} side="right" title="Conversations" className="!w-[20rem]">
          <Contents
            // The sheet has its own title for screen readers.
            heading={
              <p aria-hidden className={headingClass}>
                Conversations
              </p>
            }
            onClose={close}
          />
        </Sheet>
      )}
    </OpenConversation>
  )
}

const headingClass = 'font-display font-semibold text-[1.1875rem] tracking-[-0.015em]'

function Contents({ heading, onClose }: { heading: ReactNode; onClose: () => void }) {
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center justify-between pt-3 pr-2.5 pb-1 pl-5">
        {heading}
        <span className="ml-auto flex">
          <ImportButton />
          <IconButton label="Close" side="left" icon={X} onClick={onClose} />
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2.5 pb-4">
        <ConversationList />
      </div>
    </>
  )
}

/** Opens the dialog that imports conversations, with the character of the open conversation. */
function ImportButton() {
  const currentId = use(OpenConversation)
  const onOpen = useClose()
  const current = listLoaded(useConversations().data).find(({ id }) => id === currentId)
  return (
    <IconButton
      label="Import conversations"
      side="left"
      icon={Import}
      onClick={() => importDialog.open({ current: current?.characterAvailable ? current : null, onOpen })}
    />
  )
}
