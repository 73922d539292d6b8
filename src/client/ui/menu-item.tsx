import type { LucideIcon } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { DropdownMenuItem } from './dropdown-menu.tsx'

interface MenuItemProps {
  icon: LucideIcon
  label: string
  /** Hidden on touch screens, where a gesture and buttons beside the message do it: the menu is long there. */
  isForPointers?: boolean
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

/** An entry of a menu of the chat. */
export function MenuItem({ icon: Icon, label, isForPointers, ...props }: MenuItemProps) {
  return (
    <DropdownMenuItem {...props} className={cx('pointer-fine:min-h-9', isForPointers && 'pointer-coarse:hidden')}>
      <Icon aria-hidden size={16} className="shrink-0" />
      {label}
    </DropdownMenuItem>
  )
}
