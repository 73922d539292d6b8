import type { LucideIcon } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { DropdownMenuItem } from '#client/ui/dropdown-menu.tsx'
import type { CommandName } from './commands/command-names.ts'

interface ChatMenuItemProps {
  icon: LucideIcon
  label: string
  /** The command that does the same. It is shown where there is room, so that people get to know it. */
  command: CommandName
  /** What follows the command; null if the command cannot do it to this message and is not shown. */
  args?: string | null
  /** Hidden on touch screens, where a gesture and buttons beside the message do it: the menu is long there. */
  isForPointers?: boolean
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

/** An entry of a menu of the chat. */
export function ChatMenuItem({ icon: Icon, label, command, args = '', isForPointers, ...props }: ChatMenuItemProps) {
  return (
    <DropdownMenuItem {...props} className={cx('pointer-fine:min-h-9', isForPointers && 'pointer-coarse:hidden')}>
      <Icon aria-hidden size={16} className="shrink-0" />
      {label}
      {args !== null && (
        <span aria-hidden className="ml-auto pl-5 text-ink-soft text-xs max-sm:hidden pointer-coarse:hidden">
          {`/${command} ${args}`.trim()}
        </span>
      )}
    </DropdownMenuItem>
  )
}
