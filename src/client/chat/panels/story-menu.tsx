import { Brain, type LucideIcon, NotebookPen, SquareSlash, UserRound, Zap } from 'lucide-react'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '#client/ui/dropdown-menu.tsx'
import { ChatMenuItem } from '../chat-menu-item.tsx'
import { HeaderTool } from '../header-tool.tsx'
import { openMemory } from '../memory/open-memory.ts'
import { type Panel, useOpenPanel } from './open-panel.ts'

const items: readonly { panel: Panel; label: string; icon: LucideIcon }[] = [
  { panel: 'persona', label: 'Your persona…', icon: UserRound },
  { panel: 'notes', label: 'Notes for the story…', icon: NotebookPen },
  { panel: 'quick-replies', label: 'Quick replies…', icon: Zap },
  { panel: 'commands', label: 'Commands…', icon: SquareSlash },
]

/** The dialogs about the story, in a menu. */
export function StoryMenuItems() {
  const openPanel = useOpenPanel()
  return (
    <>
      <ChatMenuItem icon={Brain} label="Memory…" onSelect={openMemory} />
      {items.map(({ panel, ...item }) => (
        <ChatMenuItem key={panel} {...item} onSelect={() => openPanel(panel)} />
      ))}
    </>
  )
}

export function StoryMenu() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <HeaderTool label="Story tools" icon={NotebookPen} />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <StoryMenuItems />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
