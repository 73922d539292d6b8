import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ComponentProps, useRef } from 'react'
import { useCloseOnBack } from '#client/lib/close-on-back.ts'
import { cx } from '#client/lib/cx.ts'
import { focusPage } from '#client/lib/page-focus.ts'
import { Button } from './button.tsx'
import { CloseContext, useClose } from './close-context.ts'

interface OverlayProps extends ComponentProps<typeof Radix.Content> {
  /** Rendered while it is closed too where its end is animated. */
  isOpen?: boolean
  isModal?: boolean
  closesOnBack?: boolean
  /** The class of what darkens the page; left out, nothing does. */
  scrimClass?: string
  /** Where the focus goes. By default to the whole of it: focusing its first button would open the tooltip of that. */
  focusIn?: (element: HTMLElement) => void
  /** By default, the dialog that it is in is closed. */
  onClose?: () => void
}

/**
 * What opens over the page, with an `OverlayTitle`. Escape, Back or a click beside it closes it. The focus then returns to
 * the element that had it; an item of a menu is gone by then, and the button of the menu gets it. Where the element went
 * away with its page, the page that took its place gets the focus.
 */
export function Overlay(props: OverlayProps) {
  const close = useClose()
  const { isOpen = true, isModal, closesOnBack = true, scrimClass, focusIn, onCloseAutoFocus, ...rest } = props
  const { onClose = close, ...more } = rest
  const opener = useRef<Element | null>(null)
  useCloseOnBack(isOpen && closesOnBack, onClose)
  const onOpened = (event: Event) => {
    event.preventDefault()
    opener.current = menuTrigger ?? document.activeElement
    const { target } = event
    if (target instanceof HTMLElement) focusIn ? focusIn(target) : target.focus()
  }
  const onClosed = (event: Event) => {
    onCloseAutoFocus?.(event)
    if (event.defaultPrevented) return
    event.preventDefault()
    // While a dialog disappears, another one may have opened and taken the focus. The dialog below it may have too.
    const { activeElement } = document
    const isFree = activeElement === null || activeElement.contains(opener.current)
    if (isFree && opener.current instanceof HTMLElement) opener.current.focus()
    if (opener.current?.isConnected === false) focusPage()
  }
  return (
    <Radix.Root open={isOpen} modal={isModal} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        {scrimClass && <Radix.Overlay className={cx('fixed inset-0 bg-scrim', scrimClass)} />}
        <CloseContext value={onClose}>
          <Radix.Content onOpenAutoFocus={onOpened} onCloseAutoFocus={onClosed} {...more} />
        </CloseContext>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const OverlayTitle = Radix.Title
export const OverlayDescription = Radix.Description

export function CloseButton({ className }: { className: string }) {
  return (
    <Radix.Close asChild>
      <Button variant="quiet" size="icon" icon={X} aria-label="Close" className={className} />
    </Radix.Close>
  )
}

/** The button of the menu that has the focus, or had it until now. */
let menuTrigger: Element | null = null
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    const menu = target instanceof Element ? target.closest('[role="menu"]') : null
    menuTrigger = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  })
}
