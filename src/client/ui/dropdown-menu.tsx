import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useCloseOnBack } from '#client/lib/close-on-back.ts'
import { cx } from '#client/lib/cx.ts'

interface DropdownMenuProps {
  defaultOpen?: boolean
  modal?: boolean
  children: ReactNode
}

export function DropdownMenu({ defaultOpen = false, ...props }: DropdownMenuProps) {
  const [open, setOpen] = useState(defaultOpen)
  useCloseOnBack(open, () => setOpen(false))
  return <Radix.Root open={open} onOpenChange={setOpen} {...props} />
}

export const DropdownMenuTrigger = Radix.Trigger

export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className={cx(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 max-w-[calc(100vw-16px)] overflow-y-auto rounded-lg border border-line bg-card p-1.5 text-ink shadow-raised data-[state=open]:animate-fade-in',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  )
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="mx-1.5 my-1.5 h-px bg-line" />
}

export function DropdownMenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-1 pb-1.5 text-ink-soft text-xs">{children}</Radix.Label>
}

interface ItemProps extends ComponentProps<typeof Radix.Item> {
  danger?: boolean
}

export function DropdownMenuItem({ danger, className, ...props }: ItemProps) {
  return (
    <Radix.Item
      className={cx(
        'flex min-h-11 cursor-pointer select-none items-center gap-2.5 rounded-sm px-3 text-sm outline-none',
        'data-[disabled]:pointer-events-none data-[highlighted]:bg-curtain-wash data-[disabled]:opacity-50',
        danger && 'text-danger',
        className,
      )}
      {...props}
    />
  )
}
