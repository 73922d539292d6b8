import {
  ALargeSmall,
  AudioLines,
  Ellipsis,
  History,
  Info,
  MessageSquarePlus,
  Pencil,
  UserPlus,
  Waypoints,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { editCharacterPath } from '#client/lib/paths.ts'
import { Button } from '#client/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#client/ui/dropdown-menu.tsx'
import { useModel } from './api.ts'
import { ChatMenuItem } from './chat-menu-item.tsx'
import { useOpenPanel } from './panels/open-panel.ts'
import { StoryMenuItems } from './panels/story-menu.tsx'
import { openStoryMap } from './story-map/open-story-map.ts'
import type { ConversationCharacter } from './use-conversation-character.ts'

interface MoreMenuProps {
  character: ConversationCharacter
  /** The text of the item that adds a character. */
  addLabel: string
  onNewChat: () => void
  onTogglePanel: () => void
}

/** The actions of the header on narrow screens. */
export function MoreMenu(props: MoreMenuProps) {
  const { character, addLabel, onNewChat, onTogglePanel } = props
  const openPanel = useOpenPanel()
  const navigate = useNavigate()
  const { data: model } = useModel()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="icon" aria-label="More" className="@xl:hidden">
          <Ellipsis aria-hidden size={20} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {character.current && <ChatMenuItem icon={MessageSquarePlus} label="New Chat" onSelect={onNewChat} />}
        <ChatMenuItem icon={History} label="Conversations" onSelect={onTogglePanel} />
        <DropdownMenuSeparator />
        <ChatMenuItem icon={Waypoints} label="Story map" onSelect={() => openStoryMap()} />
        {character.current && <ChatMenuItem icon={UserPlus} label={addLabel} onSelect={() => openPanel('scene')} />}
        <StoryMenuItems />
        <DropdownMenuSeparator />
        <ChatMenuItem icon={ALargeSmall} label="Reading" onSelect={() => openPanel('reading')} />
        {character.current && (
          <ChatMenuItem icon={Info} label={`About ${character.name}`} onSelect={() => openPanel('about')} />
        )}
        {character.current?.isMine && (
          <ChatMenuItem icon={Pencil} label="Edit" onSelect={() => void navigate(editCharacterPath(character.id))} />
        )}
        {model && <ChatMenuItem icon={AudioLines} label="About the AI model" onSelect={() => openPanel('model')} />}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
