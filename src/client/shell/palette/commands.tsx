import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand/react'
import { isTyping } from '#client/lib/keyboard.ts'
import { paletteRequest } from '#client/lib/palette-request.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { PaletteFallback, type PaletteFallbackProps } from './palette-fallback.tsx'

const Palette = lazyPart<PaletteFallbackProps>(async () => (await import('./palette.tsx')).Palette, {
  placeholder: (props) => <PaletteFallback {...props} />,
})
const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

type Command = 'palette' | 'shortcuts'

const CommandsContext = createContext<{ openPalette: () => void; preloadPalette: () => void }>({
  openPalette: () => {},
  preloadPalette: () => {},
})

export const useCommands = () => use(CommandsContext)

/** Opens the palette with ⌘K or Ctrl+K and the list of shortcuts with `?`. Both are loaded on first use. */
export function Commands({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Command | null>(null)
  useCommandKeys(setOpen)
  const requested = useStore(paletteRequest, ({ query }) => query)
  const commands = useMemo(() => ({ openPalette: () => setOpen('palette'), preloadPalette: Palette.preload }), [])
  const close = () => {
    setOpen(null)
    paletteRequest.setState({ query: null })
  }
  return (
    <CommandsContext value={commands}>
      {children}
      {(open === 'palette' || requested !== null) && <LazyPalette query={requested ?? ''} onClose={close} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </CommandsContext>
  )
}

/** The palette, or a fallback input while it loads. The typed text is passed on. */
function LazyPalette({ query, onClose }: { query: string; onClose: () => void }) {
  const [typed, setTyped] = useState(query)
  return <Palette typed={typed} onType={setTyped} onClose={onClose} />
}

function useCommandKeys(setOpen: (change: (current: Command | null) => Command | null) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = event.metaKey || event.ctrlKey
      if (hasModifier && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen((current) => (current === 'palette' ? null : 'palette'))
      } else if (event.key === 'Meta' || event.key === 'Control') {
        // Loads while the shortcut is being pressed.
        Palette.preload()
      } else if (event.key === '?' && !hasModifier && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        setOpen((current) => current ?? 'shortcuts')
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [setOpen])
}
