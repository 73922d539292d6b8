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
import { HeaderTool } from './header-tool.tsx'
import { openMemory } from './memory/open-memory.ts'
import { useOpenPanel } from './panels/open-panel.ts'
import { openStoryMap } from './story-map/open-story-map.ts'
import type { ConversationCharacter } from './use-conversation-character.ts'

interface MoreMenuProps {
  character: ConversationCharacter
  /** The text of the item that adds a character. */
  addLabel: string
  /** Whether it has the actions that wide headers show too. */
  isWhole?: boolean
  onNewChat: () => void
  onTogglePanel: () => void
}

/** The actions on a conversation that the header does not show. */
export function MoreMenu({ character, addLabel, isWhole = false, onNewChat, onTogglePanel }: MoreMenuProps) {
  const openPanel = useOpenPanel()
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
            <ChatMenuItem icon={Waypoints} label="Story map" onSelect={() => openStoryMap()} />
          </>
        )}
        {character.current && <ChatMenuItem icon={UserPlus} label={addLabel} onSelect={() => openPanel('scene')} />}
        <ChatMenuItem icon={Brain} label="Memory…" onSelect={openMemory} />
        <ChatMenuItem icon={UserRound} label="Your persona…" onSelect={() => openPanel('persona')} />
        <ChatMenuItem icon={NotebookPen} label="Notes for the story…" onSelect={() => openPanel('notes')} />
        <ChatMenuItem icon={Zap} label="Quick replies…" onSelect={() => openPanel('quick-replies')} />
        <DropdownMenuSeparator />
        <ChatMenuItem icon={ALargeSmall} label="Reading" onSelect={() => openPanel('reading')} />
        {character.current && (
          <ChatMenuItem icon={Info} label={`About ${character.name}`} onSelect={() => openPanel('about')} />
        )}
        {isWhole && character.current && (
          <ChatMenuItem icon={Gauge} label="Content rating" onSelect={() => openPanel('content-rating')} />
        )}
        {isWhole && character.current?.isMine && (
          <ChatMenuItem icon={Pencil} label="Edit" onSelect={() => void navigate(editCharacterPath(character.id))} />
        )}
        {model && <ChatMenuItem icon={AudioLines} label="About the AI model" onSelect={() => openPanel('model')} />}
        <ChatMenuItem icon={SquareSlash} label="Commands…" onSelect={() => openPanel('commands')} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
