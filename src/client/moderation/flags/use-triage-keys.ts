import { isTyping } from '#client/lib/keyboard.ts'
import { useWindowEvent } from '#client/lib/use-window-event.ts'

/** Dialogs and menus handle all keys while they are open, even if the focus has left them. */
const overlays = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** Calls the handler of a key, except in fields, while a dialog or menu is open, and with modifier keys. */
export function useTriageKeys(handlers: Readonly<Record<string, () => void>>) {
  useWindowEvent('keydown', (event) => {
    const { target, key } = event
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTyping(target)) return
    const handle = handlers[key]
    if (!handle || document.querySelector(overlays)) return
    // A key that is held down moves on, and does nothing else twice.
    if (event.repeat && key !== 'j' && key !== 'k') return
    event.preventDefault()
    handle()
  })
}
