import {
  ALargeSmall,
  AudioLines,
  BookOpen,
  Brain,
  Ellipsis,
  Gauge,
  History,
  Image,
  Info,
  MessageSquarePlus,
  NotebookPen,
  Pencil,
  Phone,
  SquareSlash,
  UserPlus,
  UserRound,
  Waypoints,
  Zap,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { cx } from '#client/lib/cx.ts'
import { editCharacterPath } from '#client/lib/paths.ts'
import { DropdownMenu, DropdownMenuSeparator, MenuItem } from '#client/ui/dropdown-menu.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { useModel } from '../api/conversation-api.ts'
import { useNewChat } from '../api/new-chat.ts'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import { conversationPanels } from '../dialogs.ts'
import { useOtherCharacters } from '../scenes/use-scene-characters.ts'
import { useCanDictate } from '../speech/dictation.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'

/** Whether the character can be called. */
export function useCanCall(): boolean {
  const isAvailable = useConversationState(({ conversation }) => conversation?.characterAvailable !== false)
  return useCanDictate() && isAvailable
}

interface MoreMenuProps {
  character: ConversationCharacter
  /** Whether it has the actions that wide headers show too. */
  isWhole?: boolean
  onTogglePanel: () => void
}

export function MoreMenu({ character, isWhole = false, onTogglePanel }: MoreMenuProps) {
  const panels = conversationPanels(useConversationStore(), character)
  const canCall = useCanCall()
  const startNewChat = useNewChat(character)
  const addLabel = useOtherCharacters().length > 0 ? 'Change the scene' : 'Add a character'
  // While the conversation is created.
  const disabled = useConversationState(({ conversation }) => conversation === null)
  const navigate = useNavigate()
  const { data: model } = useModel()
  return (
    <DropdownMenu trigger={<HeaderTool label="More" icon={Ellipsis} />}>
      {isWhole && (
        <>
          {character.current && <MenuItem icon={MessageSquarePlus} label="New Chat" onSelect={startNewChat} />}
          {canCall && <MenuItem icon={Phone} label="Call" disabled={disabled} onSelect={panels.call} />}
          <MenuItem icon={History} label="Conversations" onSelect={onTogglePanel} />
          <DropdownMenuSeparator />
          <MenuItem icon={Waypoints} label="Story map" disabled={disabled} onSelect={() => panels.storyMap()} />
        </>
      )}
      {character.current && <MenuItem icon={UserPlus} label={addLabel} disabled={disabled} onSelect={panels.scene} />}
      <MenuItem icon={Brain} label="Memory…" disabled={disabled} onSelect={panels.memory} />
      <MenuItem icon={UserRound} label="Your persona…" disabled={disabled} onSelect={panels.persona} />
      <MenuItem icon={BookOpen} label="Lorebooks…" disabled={disabled} onSelect={panels.lorebooks} />
      <MenuItem icon={NotebookPen} label="Notes for the story…" disabled={disabled} onSelect={panels.notes} />
      <MenuItem icon={Zap} label="Quick replies…" onSelect={panels.quickReplies} />
      <DropdownMenuSeparator />
      <MenuItem icon={ALargeSmall} label="Reading" onSelect={panels.reading} />
      <MenuItem icon={Image} label="Background…" disabled={disabled} onSelect={panels.background} />
      {character.current && <MenuItem icon={Info} label={`About ${character.name}`} onSelect={panels.about} />}
      {isWhole && character.current && (
        <MenuItem icon={Gauge} label="Content rating" disabled={disabled} onSelect={panels.contentRating} />
      )}
      {isWhole && character.current?.isMine && (
        <MenuItem icon={Pencil} label="Edit" onSelect={() => void navigate(editCharacterPath(character.id))} />
      )}
      {model && <MenuItem icon={AudioLines} label="About the AI model" onSelect={panels.model} />}
      <MenuItem icon={SquareSlash} label="Commands…" onSelect={panels.commands} />
    </DropdownMenu>
  )
}

/** A button of the header. Where the header has room its label is below the icon, otherwise it is a tooltip only. */
export function HeaderTool({ label, className, ...props }: ComponentProps<typeof IconButton>) {
  return (
    <IconButton
      label={label}
      side="bottom"
      className={cx('!gap-1.5 flex-col @4xl:!h-13 @4xl:!w-auto @4xl:!px-2', className)}
      {...props}
    >
      <span aria-hidden className="hidden font-medium text-[0.6875rem] leading-none @4xl:block">
        {label}
      </span>
    </IconButton>
  )
}
