import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { isTyping } from '#client/lib/keyboard.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

type Command = 'palette' | 'shortcuts'

const CommandsContext = createContext<{ openPalette: () => void; preparePalette: () => void }>({
  openPalette: () => {},
  preparePalette: () => {},
})

export const useCommands = () => use(CommandsContext)

/** ⌘K or Ctrl+K opens the palette, `?` the list of shortcuts. Both are fetched when first asked for. */
export function Commands({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Command | null>(null)
  useCommandKeys(setOpen)
  const commands = useMemo(
    () => ({ openPalette: () => setOpen('palette'), preparePalette: () => void loadPalette() }),
    [],
  )
  const close = () => setOpen(null)
  return (
    <CommandsContext value={commands}>
      {children}
      <Suspense fallback={null}>
        {open === 'palette' && <Palette onClose={close} />}
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </CommandsContext>
  )
}

function useCommandKeys(setOpen: (change: (now: Command | null) => Command | null) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const command = event.metaKey || event.ctrlKey
      if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen((now) => (now === 'palette' ? null : 'palette'))
      } else if (event.key === '?' && !command && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        setOpen((now) => now ?? 'shortcuts')
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [setOpen])
}
