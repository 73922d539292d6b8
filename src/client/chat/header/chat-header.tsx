import { ChevronLeft, History, Phone, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { ratingNames } from '#client/characters/rating-names.ts'
import { modelNameOf, noModel, useModel } from '#client/chat/api/conversation-api.ts'
import { useNewChat } from '#client/chat/api/new-chat.ts'
import type { ConversationCharacter } from '#client/chat/api/use-conversation-character.ts'
import { conversationPanels, modelDialog } from '#client/chat/dialogs.ts'
import { filterStatus, ratingOfChat } from '#client/chat/panels/filter-status.ts'
import { cx } from '#client/lib/cx.ts'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { editCharacterPath } from '#client/lib/paths.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { SidebarTrigger } from '#client/ui/sidebar/sidebar-context.tsx'
import { useOtherCharacters } from '../scenes/use-scene-characters.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { HeaderTool, MoreMenu, useCanCall } from './more-menu.tsx'

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

/** The character and the actions on the conversation. Those used less, or without room, are in the More menu. */
export function ChatHeader({ character, panelOpen, onTogglePanel }: ChatHeaderProps) {
  const conversation = useConversationState((state) => state.conversation)
  const others = useOtherCharacters()
  const title = [character, ...others].map(({ name }) => name).join(', ')
  const startNewChat = useNewChat(character)
  const panels = conversationPanels(useConversationStore(), character)
  const canCall = useCanCall()
  const canEdit = character.current?.isMine ?? false
  const user = useUser()
  const filter = filterStatus(user)
  const rating = character.current ? ratingOfChat(user, character.current, conversation) : 'general'
  // On the narrowest phones the filter status is text after the category instead of a badge.
  const isNarrow = useMediaQuery('(max-width: 26rem)')
  // A rating needs the room of the category there.
  const categoryClass = rating === 'general' ? '@max-[22rem]:hidden' : '@max-md:hidden'
  return (
    <ChatBar>
      <Avatar
        name={character.name}
        src={character.avatar}
        hue={character.hue}
        className="mr-1.5 size-9 rounded-full @lg:mr-0 @lg:size-[42px]"
      />
      <div className="min-w-0 flex-1">
        <h1
          dir="auto"
          className="line-clamp-2 text-wrap py-px text-[1.1875rem] leading-[1.15] @min-[22rem]:line-clamp-1"
          title={title}
        >
          {title}
        </h1>
        <p className="flex min-w-0 gap-1.5 text-ink-soft text-xs leading-snug @lg:text-sm">
          <span className="shrink-0">{isNarrow ? 'AI' : others.length > 0 ? 'AI characters' : 'AI character'}</span>
          <span aria-hidden className={categoryClass}>
            ·
          </span>
          <span className={cx('truncate @4xl:shrink-0', categoryClass)}>{character.category}</span>
          {rating !== 'general' && (
            <>
              <span aria-hidden>·</span>
              <span className="shrink-0">{ratingNames[rating]}</span>
            </>
          )}
          {isNarrow && (
            <>
              <span aria-hidden>·</span>
              <span className="shrink-0">{filter}</span>
            </>
          )}
          <ModelLabel className="@max-4xl:hidden" />
        </p>
      </div>
      {!isNarrow && (
        <button
          type="button"
          title="What this chat may contain"
          className="rounded-full after:absolute after:-inset-y-2.5 relative hover:text-ink after:inset-x-0"
          disabled={conversation === null}
          onClick={panels.contentRating}
        >
          <Badge className="!py-1.5">{filter}</Badge>
        </button>
      )}
      {character.current && (
        <Button
          variant="outline"
          className="@max-3xl:hidden"
          // The second click of a double click would start another chat.
          onClick={(event) => event.detail < 2 && startNewChat()}
        >
          New Chat
        </Button>
      )}
      {canEdit && (
        <ButtonLink to={editCharacterPath(character.id)} variant="outline" className="@max-3xl:hidden">
          Edit
        </ButtonLink>
      )}
      <div className="-mr-2 flex items-center @max-3xl:hidden">
        {canCall && <HeaderTool label="Call" icon={Phone} disabled={conversation === null} onClick={panels.call} />}
        <HeaderTool label="Story map" icon={Waypoints} onClick={() => panels.storyMap()} />
        <HeaderTool label="Conversations" icon={History} aria-expanded={panelOpen} onClick={onTogglePanel} />
        <MoreMenu character={character} onTogglePanel={onTogglePanel} />
      </div>
      <div className="@3xl:hidden">
        <MoreMenu character={character} onTogglePanel={onTogglePanel} isWhole />
      </div>
    </ChatBar>
  )
}

/** Leads to the previous page; to the home page when there is none in this tab. */
function BackButton() {
  const navigate = useNavigate()
  const goBack = () => {
    const { idx } = (window.history.state ?? {}) as { idx?: number }
    void (idx ? navigate(-1) : navigate('/'))
  }
  return <IconButton label="Back" side="bottom" icon={ChevronLeft} onClick={goBack} />
}

/** The name of the model that writes the replies, once it is known; opens a dialog about it. */
function ModelLabel({ className = '' }: { className?: string }) {
  const { data: model } = useModel()
  if (!model || !modelNameOf(model)) return null
  return (
    <span className={`min-w-0 truncate ${className}`}>
      <span aria-hidden className="mr-1.5">
        ·
      </span>
      <button
        type="button"
        className="relative rounded-sm underline decoration-line-strong decoration-dotted underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-3 hover:text-ink"
        onClick={() => modelDialog.open({})}
      >
        {model.builtIn ? (
          <>
            Demo mode<span className="sr-only @min-[84rem]:not-sr-only">{noModel}</span>
          </>
        ) : (
          model.model
        )}
      </button>
    </span>
  )
}
