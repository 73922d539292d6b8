import type { ReactNode } from 'react'
import { cx } from '#client/lib/cx.ts'
import { Overlay, OverlayTitle } from './overlay.tsx'

interface SheetProps {
  isOpen?: boolean
  onClose?: () => void
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

/** A panel that slides in from a side. */
export function Sheet({ isOpen, onClose, side = 'left', title, className, children }: SheetProps) {
  return (
    <Overlay
      isOpen={isOpen}
      scrimClass="z-40 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in"
      onClose={onClose}
      data-sheet={side}
      className={cx(
        'fixed inset-y-0 z-50 flex w-[18rem] max-w-[calc(100vw-48px)] flex-col border-line bg-sunken text-ink shadow-raised focus:outline-none',
        sides[side],
        className,
      )}
    >
      <OverlayTitle className="sr-only">{title}</OverlayTitle>
      {children}
    </Overlay>
  )
}
