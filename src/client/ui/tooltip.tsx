import { Tooltip as Radix } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'

/** Tooltips open after 700 ms, or at once within 300 ms after another one. Mounted once around the app. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

interface TooltipProps {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The delay in milliseconds. 0 for icons without a visible label, as in the collapsed sidebar. */
  delay?: number
  disabled?: boolean
  children: ReactNode
}

export function Tooltip({ text, side = 'top', delay, disabled = false, children }: TooltipProps) {
  return (
    <Radix.Root delayDuration={delay}>
      <Radix.Trigger asChild onFocus={ignorePointerFocus}>
        {children}
      </Radix.Trigger>
      {!disabled && (
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-sm bg-ink px-2.5 py-1.5 text-paper text-xs shadow-card data-[state=delayed-open]:animate-fade-in"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      )}
    </Radix.Root>
  )
}

/** A closing dialog returns the focus to its button, which must not open the button's tooltip. */
function ignorePointerFocus(event: FocusEvent) {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}
