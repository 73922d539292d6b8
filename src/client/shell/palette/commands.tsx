import { useEffect, useState } from 'react'
import { isTyping } from '#client/lib/keyboard.ts'
import { setOpenSearch } from '#client/lib/open-search.ts'
import { focusOnMount } from '#client/lib/page-focus.ts'
import { useWindowEvent } from '#client/lib/use-window-event.ts'
import { type Closable, createDialog, lazyDialog } from '#client/ui/dialogs.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'

const LoadedPalette = lazyPart<PaletteFallbackProps>(async () => (await import('./palette.tsx')).Palette, {
  placeholder: (props) => <PaletteFallback {...props} />,
})

/** The palette, or a fallback input while it loads. The typed text is passed on. */
function Palette({ query = '', onClose }: Closable & { query?: string }) {
  const [typed, setTyped] = useState(query)
  return <LoadedPalette typed={typed} onType={setTyped} onClose={onClose} />
}

/** Opened while a page is loading, it stays. */
export const palette = { ...createDialog(Palette, { isOfPage: false }), preload: LoadedPalette.preload }
const shortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** Opens the palette with ⌘K or Ctrl+K and the list of shortcuts with `?`. Both are loaded on first use. */
export function useCommandKeys() {
  useEffect(() => setOpenSearch((query) => palette.open({ query })), [])
  useWindowEvent('keydown', (event) => {
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
  })
}

interface PaletteFallbackProps {
  typed: string
  onType: (typed: string) => void
  onClose: () => void
}

/** An input shown while the palette's code loads. The palette takes over the typed text. */
function PaletteFallback({ typed, onType, onClose }: PaletteFallbackProps) {
  return (
    <div
      role="dialog"
      aria-label="Jump to"
      className="fixed inset-0 z-50 bg-scrim"
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="mx-3 mt-3 rounded-xl border border-line bg-card px-4 text-ink shadow-raised sm:mx-auto sm:mt-[12vh] sm:max-w-xl">
        <input
          ref={focusOnMount}
          type="text"
          aria-label="Jump to a conversation, character or page"
          aria-busy
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Jump to…"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          // A menu that closes meanwhile returns the focus to its button.
          onBlur={({ currentTarget }) => currentTarget.focus()}
          className="min-h-14 w-full bg-transparent pl-[31px] text-[1.0625rem] outline-none"
        />
      </div>
    </div>
  )
}
