import {
  ALargeSmall,
  AudioLines,
  Brain,
  Ellipsis,
  Gauge,
  History,
  Info,
  MessageSquarePlus,
  NotebookPen,
  Pencil,
  SquareSlash,
  UserPlus,
  UserRound,
  Waypoints,
  Zap,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { editCharacterPath } from '#client/lib/paths.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#client/ui/dropdown-menu.tsx'
import { useModel } from './api.ts'
import { ChatMenuItem } from './chat-menu-item.tsx'
import type { ConversationPanels } from './dialogs.ts'
import { HeaderTool } from './header-tool.tsx'
import type { ConversationCharacter } from './use-conversation-character.ts'

interface MoreMenuProps {
  character: ConversationCharacter
  panels: ConversationPanels
  /** False while the conversation is created. */
  isLoaded: boolean
  /** The text of the item that adds a character. */
  addLabel: string
  /** Whether it has the actions that wide headers show too. */
  isWhole?: boolean
  onNewChat: () => void
  onTogglePanel: () => void
}

/** The actions on a conversation that the header does not show. */
export function MoreMenu({
  character,
  panels,
  isLoaded,
  addLabel,
  isWhole = false,
  onNewChat,
  onTogglePanel,
}: MoreMenuProps) {
  const disabled = !isLoaded
  const navigate = useNavigate()
  const { data: model } = useModel()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <HeaderTool label="More" icon={Ellipsis} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {isWhole && (
          <>
            {character.current && <ChatMenuItem icon={MessageSquarePlus} label="New Chat" onSelect={onNewChat} />}
            <ChatMenuItem icon={History} label="Conversations" onSelect={onTogglePanel} />
            <DropdownMenuSeparator />
            <ChatMenuItem icon={Waypoints} label="Story map" disabled={disabled} onSelect={() => panels.storyMap()} />
          </>
        )}
        {character.current && (
          <ChatMenuItem icon={UserPlus} label={addLabel} disabled={disabled} onSelect={panels.scene} />
        )}
        <ChatMenuItem icon={Brain} label="Memory…" disabled={disabled} onSelect={panels.memory} />
        <ChatMenuItem icon={UserRound} label="Your persona…" disabled={disabled} onSelect={panels.persona} />
        <ChatMenuItem icon={NotebookPen} label="Notes for the story…" disabled={disabled} onSelect={panels.notes} />
        <ChatMenuItem icon={Zap} label="Quick replies…" onSelect={panels.quickReplies} />
        <DropdownMenuSeparator />
        <ChatMenuItem icon={ALargeSmall} label="Reading" onSelect={panels.reading} />
        {character.current && <ChatMenuItem icon={Info} label={`About ${character.name}`} onSelect={panels.about} />}
        {isWhole && character.current && (
          <ChatMenuItem icon={Gauge} label="Content rating" disabled={disabled} onSelect={panels.contentRating} />
        )}
        {isWhole && character.current?.isMine && (
          <ChatMenuItem icon={Pencil} label="Edit" onSelect={() => void navigate(editCharacterPath(character.id))} />
        )}
        {model && <ChatMenuItem icon={AudioLines} label="About the AI model" onSelect={panels.model} />}
        <ChatMenuItem icon={SquareSlash} label="Commands…" onSelect={panels.commands} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
