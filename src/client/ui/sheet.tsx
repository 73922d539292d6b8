import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useCloseOnBack } from '#client/lib/close-on-back.ts'
import { cx } from '#client/lib/cx.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  side?: 'left' | 'right'
  /** The accessible name. Not visible. */
  title: string
  className?: string
  children: ReactNode
}

const sides = {
  left: 'left-0 border-r data-[state=closed]:animate-to-left data-[state=open]:animate-from-left',
  right: 'right-0 border-l data-[state=closed]:animate-to-right data-[state=open]:animate-from-right',
} as const

/** A panel that slides in from a side. Escape, Back or a click outside closes it. */
export function Sheet({ open, onOpenChange, side = 'left', title, className, children }: SheetProps) {
  useCloseOnBack(open, () => onOpenChange(false))
  const focus = useRestoreFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
        <Radix.Content
          aria-describedby={undefined}
          data-sheet={side}
          {...focus}
          className={cx(
            'fixed inset-y-0 z-50 flex w-[18rem] max-w-[calc(100vw-48px)] flex-col border-line bg-sunken text-ink shadow-raised focus:outline-none',
            sides[side],
            className,
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
