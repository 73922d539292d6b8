import { PanelLeft } from 'lucide-react'
import { IconButton } from '../icon-button.tsx'
import { useSidebar } from './sidebar-context.tsx'

/** Opens the sidebar's sheet on phones. Renders nothing on larger screens. */
export function SidebarTrigger() {
  const { isMobile, sheetOpen, toggle } = useSidebar()
  if (!isMobile) return null
  return (
    <IconButton
      label="Open menu"
      aria-expanded={sheetOpen}
      icon={<PanelLeft aria-hidden size={20} />}
      side="bottom"
      onClick={toggle}
    />
  )
}
