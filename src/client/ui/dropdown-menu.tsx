import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import { useCloseOnBack } from '#client/lib/close-on-back.ts'
import { cx } from '#client/lib/cx.ts'

interface DropdownMenuProps extends ComponentProps<typeof Radix.Content> {
  trigger: ReactElement
  defaultOpen?: boolean
  modal?: boolean
}

/** A menu, and the button that opens it. */
export function DropdownMenu({ trigger, defaultOpen = false, modal, className, ...props }: DropdownMenuProps) {
  const [open, setOpen] = useState(defaultOpen)
  useCloseOnBack(open, () => setOpen(false))
  return (
    <Radix.Root open={open} onOpenChange={setOpen} modal={modal}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={cx(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg border border-line bg-card p-1.5 text-ink shadow-raised data-[state=open]:animate-fade-in',
            className,
          )}
          {...props}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="mx-1.5 my-1.5 h-px bg-line" />
}

export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-1 pb-1.5 text-ink-soft text-xs">{children}</Radix.Label>
}

interface MenuItemProps {
  icon?: LucideIcon
  label: string
  /** Of a file that it downloads. */
  href?: string
  /** Hidden on touch screens, where a gesture and buttons beside the message do it: the menu is long there. */
  isForPointers?: boolean
  danger?: boolean
  disabled?: boolean
  onSelect?: () => void
}

export function MenuItem({ icon: Icon, label, href, isForPointers, danger, ...props }: MenuItemProps) {
  const content = (
    <>
      {Icon && <Icon aria-hidden size={16} className="shrink-0" />}
      {label}
    </>
  )
  return (
    <Radix.Item
      asChild={href !== undefined}
      className={cx(
        'flex min-h-11 cursor-pointer select-none items-center gap-2.5 rounded-sm px-3 text-sm outline-none pointer-fine:min-h-9',
        'data-[disabled]:pointer-events-none data-[highlighted]:bg-curtain-wash data-[disabled]:opacity-50',
        danger && 'text-danger',
        isForPointers && 'pointer-coarse:hidden',
      )}
      {...props}
    >
      {href === undefined ? (
        content
      ) : (
        <a href={href} download>
          {content}
        </a>
      )}
    </Radix.Item>
  )
}
