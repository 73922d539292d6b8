import { ChevronLeft, Ellipsis, History, MessageSquarePlus, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { chatPath, editCharacterPath } from '#client/lib/paths.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#client/ui/dropdown-menu.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { SidebarTrigger } from '#client/ui/sidebar/sidebar-trigger.tsx'
import { FilterBadge } from './filter-badge.tsx'
import type { Cast } from './use-cast.ts'
import { VoiceLabel } from './voice-label.tsx'

/** The bar over the stage. Its children stand at its right end. */
export function ChatBar({ children }: { children: ReactNode }) {
  return (
    <header className="@container relative z-10 border-line border-b bg-paper">
      <div className="flex min-h-[71px] items-center gap-1 px-1.5 @lg:gap-[13px] @lg:px-[26px]">
        <SidebarTrigger />
        <BackButton />
        {children}
      </div>
    </header>
  )
}

interface ChatHeaderProps {
  cast: Cast
  panelOpen: boolean
  onTogglePanel: () => void
}

/** Who is on stage, and what can be done about it. What has no room waits under More. */
export function ChatHeader({ cast, panelOpen, onTogglePanel }: ChatHeaderProps) {
  const startOver = useNewChat(cast.id)
  const canEdit = cast.character?.isMine ?? false
  return (
    <ChatBar>
      <Avatar
        name={cast.name}
        src={cast.avatar}
        hue={cast.hue}
        className="mr-1.5 size-9 rounded-full @lg:mr-0 @lg:size-[42px]"
      />
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="truncate py-px text-[1.1875rem]" title={cast.name}>
          {cast.name}
        </h1>
        <p className="flex min-w-0 gap-1.5 text-ink-soft text-xs leading-snug @lg:text-sm">
          <span className="shrink-0">{cast.category}</span>
          <span aria-hidden className="hidden @2xl:inline">
            ·
          </span>
          <VoiceLabel className="hidden @2xl:block" />
        </p>
      </div>
      <FilterBadge className="!py-1.5 max-xs:hidden" />
      {cast.character && (
        <Button variant="outline" className="hidden @xl:inline-flex" onClick={startOver}>
          New Chat
        </Button>
      )}
      {canEdit && (
        <Link
          to={editCharacterPath(cast.id)}
          className={buttonClass({ variant: 'outline', className: 'hidden @xl:inline-flex' })}
        >
          Edit
        </Link>
      )}
      <ConversationsButton open={panelOpen} onToggle={onTogglePanel} className="hidden @xl:inline-flex" />
      <MoreMenu cast={cast} onNewChat={startOver} onTogglePanel={onTogglePanel} />
    </ChatBar>
  )
}

export function ConversationsButton(props: { open: boolean; onToggle: () => void; className?: string }) {
  const { open, onToggle, className } = props
  return (
    <IconButton
      label="Conversations"
      side="bottom"
      aria-expanded={open}
      icon={<History aria-hidden size={19} />}
      onClick={onToggle}
      className={className ?? ''}
    />
  )
}

function MoreMenu({
  cast,
  onNewChat,
  onTogglePanel,
}: {
  cast: Cast
  onNewChat: () => void
  onTogglePanel: () => void
}) {
  const navigate = useNavigate()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="icon" aria-label="More" className="@xl:hidden">
          <Ellipsis aria-hidden size={20} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {cast.character && (
          <DropdownMenuItem onSelect={onNewChat}>
            <MessageSquarePlus aria-hidden size={17} />
            New Chat
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={onTogglePanel}>
          <History aria-hidden size={17} />
          Conversations
        </DropdownMenuItem>
        {cast.character?.isMine && (
          <DropdownMenuItem onSelect={() => void navigate(editCharacterPath(cast.id))}>
            <Pencil aria-hidden size={17} />
            Edit
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Back to where the player came from; home for those who came by an address. */
function BackButton() {
  const navigate = useNavigate()
  const goBack = () => {
    const { idx } = (window.history.state ?? {}) as { idx?: number }
    void (idx ? navigate(-1) : navigate('/'))
  }
  return <IconButton label="Back" side="bottom" icon={<ChevronLeft aria-hidden size={20} />} onClick={goBack} />
}

/** A new chat with the same character, asking for a fresh greeting. */
function useNewChat(characterId: string) {
  const navigate = useNavigate()
  return () => void navigate(chatPath(characterId), { state: { freshGreeting: true } })
}
