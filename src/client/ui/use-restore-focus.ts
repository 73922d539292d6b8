import { useRef } from 'react'
import { focusPage } from '#client/lib/page-focus.ts'

/** The button of the menu that has the focus, or had it until now. */
let menuTrigger: Element | null = null

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    const menu = target instanceof Element ? target.closest('[role="menu"]') : null
    menuTrigger = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  })
}

/**
 * Returns the focus to the element that had it when the dialog opened. Radix does so only for dialogs with a trigger. An
 * item of a menu is gone by then: the button of the menu gets it. Where the element went away with its page, the page
 * that took its place gets the focus.
 */
export function useRestoreFocus(onOpen = focusContent) {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = menuTrigger ?? document.activeElement
      onOpen(event)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // While a dialog disappears, another one may have opened and taken the focus. The dialog below it may have too.
      const { activeElement } = document
      const isFree = activeElement === null || activeElement.contains(opener.current)
      if (isFree && opener.current instanceof HTMLElement) opener.current.focus()
      if (opener.current?.isConnected === false) focusPage()
    },
  }
}

/** Focuses what has opened. Focusing the first button inside would open its tooltip. */
function focusContent(event: Event) {
  event.preventDefault()
  if (event.target instanceof HTMLElement) event.target.focus()
}
