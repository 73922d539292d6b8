import { useRef } from 'react'

/** Returns the focus to the element that had it when the dialog opened. Radix does so only for dialogs with a trigger. */
export function useRestoreFocus(onOpen: (event: Event) => void) {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement
      onOpen(event)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
