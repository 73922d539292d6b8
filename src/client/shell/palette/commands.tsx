import { createContext, lazy, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { isTyping } from '#client/lib/keyboard.ts'
import { Loadable, useLoadable } from '#client/lib/loadable.ts'
import { useIdle } from '#client/lib/use-idle.ts'
import { PaletteComing } from './palette-coming.tsx'

const palette = new Loadable(async () => (await import('./palette.tsx')).Palette)
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

type Command = 'palette' | 'shortcuts'

const CommandsContext = createContext<{ openPalette: () => void; preparePalette: () => void }>({
  openPalette: () => {},
  preparePalette: () => {},
})

export const useCommands = () => use(CommandsContext)

/** ⌘K or Ctrl+K opens the palette, `?` the list of shortcuts. Neither is fetched with the page. */
export function Commands({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Command | null>(null)
  useCommandKeys(setOpen)
  const idle = useIdle()
  // Whoever opens it types on at once: what they type must not end up in the page below.
  useEffect(() => {
    if (idle) void palette.prepare()
  }, [idle])
  const commands = useMemo(
    () => ({ openPalette: () => setOpen('palette'), preparePalette: () => void palette.prepare() }),
    [],
  )
  const close = () => setOpen(null)
  return (
    <CommandsContext value={commands}>
      {children}
      {open === 'palette' && <PaletteAtOnce onClose={close} />}
      <Suspense fallback={null}>{open === 'shortcuts' && <ShortcutsDialog onClose={close} />}</Suspense>
    </CommandsContext>
  )
}

/** The palette, or what stands in for it; what is typed into that is handed on. */
function PaletteAtOnce({ onClose }: { onClose: () => void }) {
  const Palette = useLoadable(palette)
  const [typed, setTyped] = useState('')
  return (
    <Suspense fallback={<PaletteComing typed={typed} onType={setTyped} onClose={onClose} />}>
      <Palette typed={typed} onClose={onClose} />
    </Suspense>
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
