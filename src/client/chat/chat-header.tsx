import {
  AudioLines,
  ChevronLeft,
  Ellipsis,
  History,
  Info,
  type LucideIcon,
  MessageSquarePlus,
  Pencil,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { editCharacterPath } from '#client/lib/paths.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#client/ui/dropdown-menu.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { SidebarTrigger } from '#client/ui/sidebar/sidebar-trigger.tsx'
import { useModel } from './api.ts'
import { filterStatus } from './filter-status.ts'
import { ModelDialog, ModelLabel } from './model-label.tsx'
import { useNewChat } from './new-chat.ts'
import type { ConversationCharacter } from './use-conversation-character.ts'

const CharacterDialog = lazy(async () => ({
  default: (await import('#client/characters/sheet/character-dialog.tsx')).CharacterDialog,
}))

/** The bar at the top of a conversation. */
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
  character: ConversationCharacter
  panelOpen: boolean
  onTogglePanel: () => void
}

/** The character and the actions on the conversation. Actions without room are in the More menu. */
export function ChatHeader({ character, panelOpen, onTogglePanel }: ChatHeaderProps) {
  const startNewChat = useNewChat(character)
  const [aboutOpen, setAboutOpen] = useState(false)
  const canEdit = character.current?.isMine ?? false
  const filter = filterStatus(useUser())
  // On the narrowest phones the filter status is text after the category instead of a badge.
  const isNarrow = useMediaQuery('(max-width: 26rem)')
  return (
    <ChatBar>
      <Avatar
        name={character.name}
        src={character.avatar}
        hue={character.hue}
        className="mr-1.5 size-9 rounded-full @lg:mr-0 @lg:size-[42px]"
      />
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="truncate py-px text-[1.1875rem]" title={character.name}>
          {character.name}
        </h1>
        <p className="flex min-w-0 gap-1.5 text-ink-soft text-xs leading-snug @lg:text-sm">
          <span className="shrink-0">AI character</span>
          <span aria-hidden>·</span>
          <span className="truncate">{character.category}</span>
          {isNarrow && <span className="shrink-0">· {filter}</span>}
          <span aria-hidden className="hidden @2xl:inline">
            ·
          </span>
          <ModelLabel className="hidden @2xl:block" />
        </p>
      </div>
      {!isNarrow && <Badge className="!py-1.5">{filter}</Badge>}
      {character.current && (
        <Button
          variant="outline"
          className="@max-xl:hidden"
          // The second click of a double click would start another chat.
          onClick={(event) => event.detail < 2 && startNewChat()}
        >
          New Chat
        </Button>
      )}
      {canEdit && (
        <Link
          to={editCharacterPath(character.id)}
          className={buttonClass({ variant: 'outline', className: '@max-xl:hidden' })}
        >
          Edit
        </Link>
      )}
      {character.current && (
        <IconButton
          label={`About ${character.name}`}
          side="bottom"
          icon={<Info aria-hidden size={19} />}
          onClick={() => setAboutOpen(true)}
          className="@max-xl:hidden"
        />
      )}
      <ConversationsButton open={panelOpen} onToggle={onTogglePanel} className="@max-xl:hidden" />
      <MoreMenu
        character={character}
        onNewChat={startNewChat}
        onTogglePanel={onTogglePanel}
        onAbout={() => setAboutOpen(true)}
      />
      <Suspense fallback={null}>
        {aboutOpen && character.current && (
          <CharacterDialog character={character.current} onClose={() => setAboutOpen(false)} />
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
  character,
  onNewChat,
  onTogglePanel,
  onAbout,
}: {
  character: ConversationCharacter
  onNewChat: () => void
  onTogglePanel: () => void
  onAbout: () => void
}) {
  const navigate = useNavigate()
  const { data: model } = useModel()
  const [modelOpen, setModelOpen] = useState(false)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon" aria-label="More" className="@xl:hidden">
            <Ellipsis aria-hidden size={20} />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {character.current && <MoreItem icon={MessageSquarePlus} label="New Chat" onSelect={onNewChat} />}
          <MoreItem icon={History} label="Conversations" onSelect={onTogglePanel} />
          {character.current && <MoreItem icon={Info} label={`About ${character.name}`} onSelect={onAbout} />}
          {character.current?.isMine && (
            <MoreItem icon={Pencil} label="Edit" onSelect={() => void navigate(editCharacterPath(character.id))} />
          )}
          {model && <MoreItem icon={AudioLines} label="About the AI model" onSelect={() => setModelOpen(true)} />}
        </DropdownMenuContent>
      </DropdownMenu>
      {model && <ModelDialog model={model} open={modelOpen} onOpenChange={setModelOpen} />}
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

/** Leads to the previous page; to the home page when there is none in this tab. */
function BackButton() {
  const navigate = useNavigate()
  const goBack = () => {
    const { idx } = (window.history.state ?? {}) as { idx?: number }
    void (idx ? navigate(-1) : navigate('/'))
  }
  return <IconButton label="Back" side="bottom" icon={<ChevronLeft aria-hidden size={20} />} onClick={goBack} />
}
