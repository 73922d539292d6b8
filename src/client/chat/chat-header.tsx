import {
  AudioLines,
  ChevronLeft,
  Ellipsis,
  History,
  type LucideIcon,
  MessageSquarePlus,
  Pencil,
  Star,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { chatPath, editCharacterPath } from '#client/lib/paths.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#client/ui/dropdown-menu.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { SidebarTrigger } from '#client/ui/sidebar/sidebar-trigger.tsx'
import { useModel } from './api.ts'
import { filterStatus } from './filter-status.ts'
import type { Cast } from './use-cast.ts'
import { VoiceDialog, VoiceLabel } from './voice-label.tsx'

const CharacterSheet = lazy(async () => ({
  default: (await import('#client/characters/sheet/character-sheet.tsx')).CharacterSheet,
}))

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
  const [aboutOpen, setAboutOpen] = useState(false)
  const canEdit = cast.character?.isMine ?? false
  const filter = filterStatus(useUser())
  // On the narrowest phones the badge becomes a word beside the category.
  const narrow = useMediaQuery('(max-width: 26rem)')
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
          <span className="truncate">{cast.category}</span>
          {narrow && <span className="shrink-0">· {filter}</span>}
          <span aria-hidden className="hidden @2xl:inline">
            ·
          </span>
          <VoiceLabel className="hidden @2xl:block" />
        </p>
      </div>
      {!narrow && <Badge className="!py-1.5">{filter}</Badge>}
      {cast.character && (
        <Button variant="outline" className="@max-xl:hidden" onClick={startOver}>
          New Chat
        </Button>
      )}
      {canEdit && (
        <Link
          to={editCharacterPath(cast.id)}
          className={buttonClass({ variant: 'outline', className: '@max-xl:hidden' })}
        >
          Edit
        </Link>
      )}
      {cast.character && (
        <IconButton
          label={`About ${cast.name}`}
          side="bottom"
          icon={<Star aria-hidden size={19} />}
          onClick={() => setAboutOpen(true)}
          className="@max-xl:hidden"
        />
      )}
      <ConversationsButton open={panelOpen} onToggle={onTogglePanel} className="@max-xl:hidden" />
      <MoreMenu cast={cast} onNewChat={startOver} onTogglePanel={onTogglePanel} onAbout={() => setAboutOpen(true)} />
      <Suspense fallback={null}>
        {aboutOpen && cast.character && (
          <CharacterSheet character={cast.character} onClose={() => setAboutOpen(false)} />
        )}
      </Suspense>
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
  onAbout,
}: {
  cast: Cast
  onNewChat: () => void
  onTogglePanel: () => void
  onAbout: () => void
}) {
  const navigate = useNavigate()
  const { data: voice } = useModel()
  const [voiceOpen, setVoiceOpen] = useState(false)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon" aria-label="More" className="@xl:hidden">
            <Ellipsis aria-hidden size={20} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {cast.character && <MoreItem icon={MessageSquarePlus} label="New Chat" onSelect={onNewChat} />}
          <MoreItem icon={History} label="Conversations" onSelect={onTogglePanel} />
          {cast.character && <MoreItem icon={Star} label={`About ${cast.name}`} onSelect={onAbout} />}
          {cast.character?.isMine && (
            <MoreItem icon={Pencil} label="Edit" onSelect={() => void navigate(editCharacterPath(cast.id))} />
          )}
          {voice && <MoreItem icon={AudioLines} label="About the voice" onSelect={() => setVoiceOpen(true)} />}
        </DropdownMenuContent>
      </DropdownMenu>
      {voice && <VoiceDialog voice={voice} open={voiceOpen} onOpenChange={setVoiceOpen} />}
    </>
  )
}

function MoreItem({ icon: Icon, label, onSelect }: { icon: LucideIcon; label: string; onSelect: () => void }) {
  return (
    <DropdownMenuItem onSelect={onSelect}>
      <Icon aria-hidden size={17} />
      {label}
    </DropdownMenuItem>
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
