import { Copy, Diff, Ellipsis, Flag, type LucideIcon, Pencil, RotateCw, Sparkles, Trash2, Undo2 } from 'lucide-react'
import { use } from 'react'
import { ReportMessageContext } from '#client/moderation/report-message.tsx'
import { Button } from '#client/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#client/ui/dropdown-menu.tsx'
import type { ConversationStore } from '../store/conversation-store.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { copyText, messageToolClass } from './copy-button.tsx'
import { canRegenerate, goBack, regenerate, remove } from './message-actions.ts'
import { MessageDialogContext } from './message-dialogs.tsx'

interface MessageMenuProps {
  store: ConversationStore
  message: ConversationMessage
  /** The character's name. */
  name: string
}

/** Everything that can be done with a message. */
export function MessageMenu({ store, message, name }: MessageMenuProps) {
  const keepEditorFocused = (event: Event) => {
    if (store.state.getState().editing?.key === message.key) event.preventDefault()
  }
  return (
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="icon" aria-label="Message options" className={messageToolClass}>
          <Ellipsis aria-hidden size={17} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-60" onCloseAutoFocus={keepEditorFocused}>
        <MenuItems store={store} message={message} name={name} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

function MenuItems({ store, message, name }: MessageMenuProps) {
  const report = use(ReportMessageContext)
  const openDialog = use(MessageDialogContext)
  const canChange = useConversationState(
    store,
    ({ turn, isChanging, conversation }) =>
      turn === 'idle' && !isChanging && conversation?.characterAvailable !== false,
  )
  const isNewest = useConversationState(store, ({ messages }) => messages.at(-1)?.key === message.key)
  const { id, key, content, role, siblings, parentId, finish } = message
  if (id === null) return null
  const isReply = role === 'character'
  return (
    <>
      <Item icon={Copy} label="Copy" onSelect={() => void copyText(content)} />
      <Item
        icon={Pencil}
        label="Edit"
        disabled={!canChange || finish === 'help'}
        onSelect={() => store.setEditing({ key, text: content })}
      />
      {canRegenerate(message) && (
        <>
          <Item icon={RotateCw} label="New version" disabled={!canChange} onSelect={() => regenerate(store, message)} />
          <Item
            icon={Sparkles}
            label="New version with a hint…"
            disabled={!canChange}
            onSelect={() => openDialog({ kind: 'hint', key })}
          />
        </>
      )}
      {siblings.length > 1 && (
        <Item icon={Diff} label="Compare versions…" onSelect={() => openDialog({ kind: 'compare', key })} />
      )}
      {!isNewest && (
        <Item icon={Undo2} label="Go back to here" disabled={!canChange} onSelect={() => void goBack(store, id)} />
      )}
      <DropdownMenuSeparator />
      {isReply && <Item icon={Flag} label="Report…" onSelect={() => report({ messageId: id, name })} />}
      {(parentId !== null || siblings.length > 1) && (
        <Item
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

interface ItemProps {
  icon: LucideIcon
  label: string
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

function Item({ icon: Icon, label, ...props }: ItemProps) {
  return (
    <DropdownMenuItem {...props}>
      <Icon aria-hidden size={16} className="shrink-0" />
      {label}
    </DropdownMenuItem>
  )
}
