import { useEffect, useState } from 'react'
import { isTyping } from '#client/lib/keyboard.ts'
import { setOpenSearch } from '#client/lib/open-search.ts'
import { type Closable, createDialog, lazyDialog } from '#client/ui/dialogs.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { PaletteFallback, type PaletteFallbackProps } from './palette-fallback.tsx'

const LoadedPalette = lazyPart<PaletteFallbackProps>(async () => (await import('./palette.tsx')).Palette, {
  placeholder: (props) => <PaletteFallback {...props} />,
})

/** The palette, or a fallback input while it loads. The typed text is passed on. */
function Palette({ query = '', onClose }: Closable & { query?: string }) {
  const [typed, setTyped] = useState(query)
  return <LoadedPalette typed={typed} onType={setTyped} onClose={onClose} />
}

export const palette = { ...createDialog(Palette), preload: LoadedPalette.preload }
const shortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** Opens the palette with ⌘K or Ctrl+K and the list of shortcuts with `?`. Both are loaded on first use. */
export function useCommandKeys() {
  useEffect(() => setOpenSearch((query) => palette.open({ query })), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = event.metaKey || event.ctrlKey
      if (hasModifier && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        palette.toggle({})
      } else if (event.key === 'Meta' || event.key === 'Control') {
        // Loads while the shortcut is being pressed.
        void palette.preload()
      } else if (event.key === '?' && !hasModifier && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        if (!palette.isOpen()) shortcutsDialog.open({})
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
