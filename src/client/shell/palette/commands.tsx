import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { isTyping } from '#client/lib/keyboard.ts'
import { Loadable, useLoadable } from '#client/lib/loadable.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import { PaletteFallback } from './palette-fallback.tsx'

const palette = new Loadable(async () => (await import('./palette.tsx')).Palette)
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

type Command = 'palette' | 'shortcuts'

const CommandsContext = createContext<{ openPalette: () => void; preloadPalette: () => void }>({
  openPalette: () => {},
  preloadPalette: () => {},
})

export const useCommands = () => use(CommandsContext)

/** Opens the palette with ⌘K or Ctrl+K and the list of shortcuts with `?`. Both are loaded lazily. */
export function Commands({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Command | null>(null)
  useCommandKeys(setOpen)
  const idle = useIdle()
  // Loaded before the first use: what is typed right after the shortcut must reach the palette.
  useEffect(() => {
    if (idle) void palette.preload()
  }, [idle])
  const commands = useMemo(
    () => ({ openPalette: () => setOpen('palette'), preloadPalette: () => void palette.preload() }),
    [],
  )
  const close = () => setOpen(null)
  return (
    <CommandsContext value={commands}>
      {children}
      {open === 'palette' && <LazyPalette onClose={close} />}
      <Suspense fallback={null}>{open === 'shortcuts' && <ShortcutsDialog onClose={close} />}</Suspense>
    </CommandsContext>
  )
}

/** The palette, or a fallback input while it loads. The typed text is passed on. */
function LazyPalette({ onClose }: { onClose: () => void }) {
  const Palette = useLoadable(palette)
  const [typed, setTyped] = useState('')
  return (
    <Suspense fallback={<PaletteFallback typed={typed} onType={setTyped} onClose={onClose} />}>
      <Palette typed={typed} onClose={onClose} />
    </Suspense>
  )
}

function useCommandKeys(setOpen: (change: (current: Command | null) => Command | null) => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = event.metaKey || event.ctrlKey
      if (hasModifier && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setOpen((current) => (current === 'palette' ? null : 'palette'))
      } else if (event.key === '?' && !hasModifier && !event.altKey && !isTyping(event.target)) {
        event.preventDefault()
        setOpen((current) => current ?? 'shortcuts')
      }
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [setOpen])
}
