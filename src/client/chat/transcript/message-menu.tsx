import {
  Bookmark,
  ChevronLeft,
  ChevronRight,
  CircleHelp,
  Copy,
  Diff,
  Eye,
  EyeOff,
  Flag,
  GitBranchPlus,
  Pause,
  Pencil,
  Play,
  RotateCw,
  Sparkles,
  StepForward,
  Trash2,
  Undo2,
  Volume2,
  VolumeX,
  Waypoints,
} from 'lucide-react'
import { useEffect } from 'react'
import { reportDialog } from '#client/moderation/report.ts'
import { copyText } from '#client/ui/copy-button.tsx'
import { DropdownMenu, DropdownMenuLabel, DropdownMenuSeparator, MenuItem } from '#client/ui/dropdown-menu.tsx'
import { MoreButton } from '#client/ui/more-button.tsx'
import { canRegenerate, exclude, goBack, isCut, regenerate, remove, swipe } from '../actions/message-actions.ts'
import { compareDialog, hintDialog, nameBranchDialog, receiptDialog, storyMapDialog } from '../dialogs.ts'
import { controlSpeech, loadSpeaker, useSpeech } from '../speech/speech-state.ts'
import { useCanSpeak } from '../speech/voices.ts'
import { type ConversationMessage, positionOf } from '../store/messages.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { messageTime, messageToolClass } from './message-marks.tsx'
import { useCopyConversation } from './use-copy-conversation.ts'

interface MessageMenuProps {
  message: ConversationMessage
  name: string
}

export function MessageMenu({ message, name }: MessageMenuProps) {
  const store = useConversationStore()
  const keepEditorFocused = (event: Event) => {
    if (store.state.getState().editing?.key === message.key) event.preventDefault()
  }
  return (
    <DropdownMenu
      trigger={<MoreButton label="Message options" className={messageToolClass} />}
      modal={false}
      className="min-w-60"
      onCloseAutoFocus={keepEditorFocused}
    >
      <MenuItems message={message} name={name} />
    </DropdownMenu>
  )
}

function MenuItems({ message, name }: MessageMenuProps) {
  const store = useConversationStore()
  const canChange = useConversationState(
    ({ turn, isChanging, conversation }) =>
      turn === 'idle' && !isChanging && conversation?.characterAvailable !== false,
  )
  const isNewest = useConversationState(({ messages }) => messages.at(-1)?.key === message.key)
  const { id, key, content, role, siblings, parentId, finish, excluded } = message
  if (id === null) return null
  const isReply = role === 'character'
  return (
    <>
      <DropdownMenuLabel>{messageTime(message.createdAt)}</DropdownMenuLabel>
      <MenuItem icon={Copy} label="Copy" onSelect={() => void copyText(content)} />
      <MenuItem
        icon={Pencil}
        label="Edit"
        disabled={!canChange || finish === 'help'}
        onSelect={() => store.setEditing({ key, text: content })}
      />
      <VersionItems message={message} isNewest={isNewest} canChange={canChange} />
      {!isNewest && (
        <MenuItem icon={Undo2} label="Go back to here" disabled={!canChange} onSelect={() => void goBack(store, id)} />
      )}
      <MenuItem
        icon={excluded ? Eye : EyeOff}
        label={excluded ? 'Show to characters' : 'Hide from characters'}
        disabled={!canChange || content === ''}
        onSelect={() => void exclude(store, id, !excluded)}
      />
      <SpeechItems message={message} />
      <BranchItems message={message} name={name} messageId={id} />
      <DropdownMenuSeparator />
      {isReply && (
        <MenuItem
          icon={CircleHelp}
          label="Why did they say that?"
          onSelect={() => receiptDialog.open({ store, message })}
        />
      )}
      {isReply && (
        <MenuItem
          icon={Flag}
          label="Report…"
          onSelect={() => reportDialog.open({ reported: { type: 'message', id, name } })}
        />
      )}
      {(parentId !== null || siblings.length > 1) && (
        <MenuItem
          icon={Trash2}
          label={isNewest ? 'Delete' : 'Delete with what follows'}
          danger
          disabled={!canChange}
          onSelect={() => void remove(store, message)}
        />
      )}
    </>
  )
}

/** What writes, shows and compares versions, and goes on with a reply that was cut. */
function VersionItems({ message, isNewest, canChange }: PartProps & { isNewest: boolean; canChange: boolean }) {
  const store = useConversationStore()
  const { key, siblings } = message
  const { index, count } = positionOf(message)
  const disabled = !canChange
  return (
    <>
      {isNewest && isCut(message) && (
        <MenuItem
          icon={StepForward}
          label="Continue this reply"
          disabled={disabled}
          onSelect={() => store.continueReply(key)}
        />
      )}
      {canRegenerate(message) && (
        <>
          <MenuItem
            icon={RotateCw}
            label="New version"
            disabled={disabled}
            onSelect={() => regenerate(store, message)}
          />
          <MenuItem
            icon={Sparkles}
            label="New version with a hint…"
            disabled={disabled}
            onSelect={() => hintDialog.open({ store, message })}
          />
        </>
      )}
      {siblings.length > 1 && (
        <>
          <MenuItem
            icon={ChevronLeft}
            label="Previous version"
            isForPointers
            disabled={disabled || index === 1}
            onSelect={() => swipe(store, message, -1)}
          />
          <MenuItem
            icon={ChevronRight}
            label="Next version"
            isForPointers
            disabled={disabled || index === count}
            onSelect={() => swipe(store, message, 1)}
          />
          <MenuItem icon={Diff} label="Compare versions…" onSelect={() => compareDialog.open({ store, message })} />
        </>
      )}
    </>
  )
}

type PartProps = Omit<MessageMenuProps, 'name'>

/** Reads the message aloud, where there are voices. */
function SpeechItems({ message }: PartProps) {
  const store = useConversationStore()
  const canSpeak = useCanSpeak()
  const isRead = useSpeech((state) => state.key === message.key)
  const isPaused = useSpeech((state) => state.isPaused)
  // Some browsers speak only at once after a press.
  useEffect(() => void loadSpeaker(), [])
  if (!canSpeak || message.content === '') return null
  const read = async () => (await loadSpeaker()).readMessage(store, message)
  if (!isRead) return <MenuItem icon={Volume2} label="Read aloud" onSelect={() => void read()} />
  return (
    <>
      {isPaused ? (
        <MenuItem icon={Play} label="Continue reading" onSelect={() => controlSpeech('resume')} />
      ) : (
        <MenuItem icon={Pause} label="Pause reading" onSelect={() => controlSpeech('pause')} />
      )}
      <MenuItem icon={VolumeX} label="Stop reading" onSelect={() => controlSpeech('stop')} />
    </>
  )
}

function BranchItems({ message, name, messageId }: MessageMenuProps & { messageId: string }) {
  const store = useConversationStore()
  const copy = useCopyConversation()
  const branchName = message.names[messageId]
  const isStreaming = message.status === 'streaming'
  return (
    <>
      <DropdownMenuSeparator />
      <MenuItem
        icon={Waypoints}
        label="Show on the story map"
        onSelect={() => storyMapDialog.open({ store, name, startId: messageId })}
      />
      <MenuItem
        icon={Bookmark}
        label={branchName === undefined ? 'Name this branch…' : 'Rename this branch…'}
        onSelect={() => nameBranchDialog.open({ store, messageId, name: branchName })}
      />
      <MenuItem
        icon={GitBranchPlus}
        label="Branch to a new conversation"
        disabled={isStreaming}
        onSelect={() => void copy(messageId)}
      />
    </>
  )
}
