import { useEffect } from 'react'
import { isTyping } from '#client/lib/keyboard.ts'
import { setOpenSearch } from '#client/lib/open-search.ts'
import { useWindowEvent } from '#client/lib/use-window-event.ts'
import { createDialog, lazyDialog } from '#client/ui/dialogs.tsx'
import { Palette } from './palette.tsx'

/** Opened while a page is loading, it stays. */
export const palette = createDialog(Palette, { isOfPage: false })
const shortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** Opens the palette with ⌘K or Ctrl+K and the list of shortcuts with `?`. */
export function useCommandKeys() {
  useEffect(() => setOpenSearch((query) => palette.open({ query })), [])
  useWindowEvent('keydown', (event) => {
    const hasModifier = event.metaKey || event.ctrlKey
    if (hasModifier && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      palette.toggle({})
    } else if (event.key === '?' && !hasModifier && !event.altKey && !isTyping(event.target)) {
      event.preventDefault()
      if (!palette.isOpen()) shortcutsDialog.open({})
    }
  })
}
