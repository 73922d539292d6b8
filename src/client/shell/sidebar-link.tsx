import { NavLink } from 'react-router'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import type { NavigationItem } from './navigation.ts'

const linkClass =
  'flex min-h-11 items-center gap-[11px] rounded-[10px] font-medium text-ink-soft transition-colors duration-150 ' +
  'hover:bg-curtain-wash/60 hover:text-ink aria-[current=page]:bg-curtain-wash aria-[current=page]:text-ink ' +
  'aria-[current=page]:[&_svg]:text-curtain'

/** A navigation link. In the collapsed sidebar it shows its icon, and the label as a tooltip. */
export function SidebarLink({ item }: { item: NavigationItem }) {
  const { collapsed, setSheetOpen } = useSidebar()
  return (
    <li>
      <Tooltip text={item.label} side="right" delay={0} disabled={!collapsed}>
        <NavLink
          to={item.to}
          end={item.isExact ?? false}
          onClick={() => setSheetOpen(false)}
          className={`${linkClass} ${collapsed ? 'justify-center' : 'px-[11px]'}`}
        >
          <item.icon aria-hidden size={18} strokeWidth={1.8} className="shrink-0" />
          <span className={collapsed ? 'sr-only' : 'truncate'}>{item.label}</span>
        </NavLink>
      </Tooltip>
    </li>
  )
}
