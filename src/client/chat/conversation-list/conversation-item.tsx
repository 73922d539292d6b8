import {
  Archive,
  ArchiveRestore,
  Download,
  Folder,
  ListChecks,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  UserRoundPen,
} from 'lucide-react'
import { ContextMenu } from 'radix-ui'
import { use } from 'react'
import { Link } from 'react-router'
import { titleOf } from '#client/chat/api/conversation-title.ts'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { DropdownMenu, MenuItem } from '#client/ui/dropdown-menu.tsx'
import { MoreButton } from '#client/ui/more-button.tsx'
import { hueOf } from '#shared/category-hues.ts'
import type { Conversation } from '#shared/chat.ts'
import { conversationPath } from '../api/conversation-paths.ts'
import { changeCharacterDialog, exportDialog, moveDialog, renameDialog } from '../dialogs.ts'
import { archive, setPinned, unarchive, useDeleteWithUndo } from './conversation-actions.ts'
import { OpenConversation } from './open-conversation.ts'
import { startSelection, toggleSelected, useSelection } from './selection.ts'

export function ConversationItem({ conversation }: { conversation: Conversation }) {
  const { id, pinned, archived } = conversation
  const isOpen = use(OpenConversation) === id
  const closeList = useClose()
  const deleteWithUndo = useDeleteWithUndo()
  const title = titleOf(conversation)
  const selection = useSelection()
  const isTouch = useMediaQuery('(pointer: coarse)')
  if (selection) return <SelectableItem conversation={conversation} selection={selection} />
  // Commands are about the open conversation.
  return (
    <li className="group relative">
      {/* Its menu stays empty: a long press selects the conversation. */}
      <ContextMenu.Root onOpenChange={() => startSelection(id)}>
        <ContextMenu.Trigger asChild disabled={!isTouch}>
          <Link
            to={conversationPath(id)}
            aria-current={isOpen ? 'page' : undefined}
            onClick={closeList}
            className="flex gap-3 rounded-[10px] py-2.5 pr-11 pl-2.5 pointer-coarse:select-none transition-colors duration-150 hover:bg-curtain-wash/60 aria-[current=page]:bg-curtain-wash"
          >
            <Summary conversation={conversation} />
          </Link>
        </ContextMenu.Trigger>
      </ContextMenu.Root>
      <DropdownMenu
        trigger={
          <MoreButton
            label={`More about ${title}`}
            className="absolute top-1.5 right-0 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
          />
        }
      >
        {!archived && (
          <MenuItem
            icon={pinned ? PinOff : Pin}
            label={pinned ? 'Unpin' : 'Pin'}
            onSelect={() => void setPinned(conversation, !pinned)}
          />
        )}
        <MenuItem icon={Pencil} label="Rename" onSelect={() => renameDialog.open({ conversation })} />
        <MenuItem icon={Folder} label="Move to folder…" onSelect={() => moveDialog.open({ conversation })} />
        <MenuItem
          icon={UserRoundPen}
          label="Change character…"
          onSelect={() => changeCharacterDialog.open({ conversation, isOpen })}
        />
        <MenuItem icon={ListChecks} label="Select" onSelect={() => startSelection(id)} />
        <MenuItem icon={Download} label="Export…" onSelect={() => exportDialog.open({ conversation })} />
        <MenuItem
          icon={archived ? ArchiveRestore : Archive}
          label={archived ? 'Move to conversations' : 'Archive'}
          onSelect={() => void (archived ? unarchive(conversation) : archive(conversation))}
        />
        <MenuItem danger icon={Trash2} label="Delete" onSelect={() => void deleteWithUndo(conversation, isOpen)} />
      </DropdownMenu>
    </li>
  )
}

interface SelectableItemProps {
  conversation: Conversation
  selection: NonNullable<ReturnType<typeof useSelection>>
}

/** With a checkbox in the place of the link and the menu. */
function SelectableItem({ conversation, selection: { ids, last } }: SelectableItemProps) {
  const { id } = conversation
  return (
    <li>
      {/* Shift and a click would select the text. */}
      <label className="flex cursor-pointer select-none gap-3 rounded-[10px] px-2.5 py-2.5 transition-colors duration-150 hover:bg-curtain-wash/60 has-[:checked]:bg-curtain-wash has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-gilt">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/noAutofocus: the menu or the link that had the focus is gone
          autoFocus={id === last}
          data-selects={id}
          data-folder={conversation.folderId ?? ''}
          aria-label={titleOf(conversation)}
          checked={ids.has(id)}
          onChange={({ nativeEvent }) => toggleSelected(id, (nativeEvent as MouseEvent).shiftKey)}
          className="size-5 shrink-0 self-center accent-curtain"
        />
        <Summary conversation={conversation} />
      </label>
    </li>
  )
}

function Summary({ conversation }: { conversation: Conversation }) {
  const { characterName, characterAvatar, characterCategory, preview } = conversation
  const title = titleOf(conversation)
  return (
    <>
      <Avatar
        lazy
        name={characterName}
        src={characterAvatar}
        hue={hueOf(characterCategory)}
        className="size-10 rounded-[10px]"
      />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-[550] text-sm leading-snug" title={title}>
          {title}
        </span>
        <span dir="auto" className="mt-0.5 line-clamp-2 text-ink-soft text-xs leading-[1.4]">
          <span className="font-medium">{characterName}</span>
          {preview && ` · ${preview}`}
        </span>
      </span>
    </>
  )
}
