import { Search } from 'lucide-react'
import { commandKey } from '#client/lib/keyboard.ts'
import { Keys } from '#client/ui/keys.tsx'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { SidebarAction } from '../sidebar-action.tsx'
import { palette } from './commands.tsx'

/** Opens the palette by click or touch. */
export function JumpButton() {
  const { collapsed, setSheetOpen } = useSidebar()
  const open = () => {
    setSheetOpen(false)
    palette.open({})
  }
  const props = {
    'aria-keyshortcuts': 'Meta+K Control+K',
    'aria-haspopup': 'dialog',
    onPointerEnter: palette.preload,
    onClick: open,
  } as const
  if (collapsed) {
    return (
      <div className="mb-2 flex justify-center">
        <SidebarAction label="Jump to" icon={<Search aria-hidden size={17} strokeWidth={1.8} />} {...props} />
      </div>
    )
  }
  return (
    <button
      type="button"
      {...props}
      className="mb-2.5 flex min-h-11 w-full shrink-0 items-center gap-[11px] rounded-[10px] border border-line bg-card px-[11px] text-ink-soft transition-colors duration-150 hover:border-line-strong hover:text-ink"
    >
      <Search aria-hidden size={17} strokeWidth={1.8} className="shrink-0" />
      Jump to…
      <span aria-hidden className="ml-auto pointer-coarse:hidden">
        <Keys keys={[commandKey(), 'K']} />
      </span>
    </button>
  )
}
