import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router'
import { queryOf } from '#client/lib/query-client.ts'
import { useFlagCount } from '#client/moderation/flag-count.ts'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import type { NavigationItem } from './navigation.ts'
import { SidebarPill } from './sidebar-pill.tsx'

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
          className={`${linkClass} ${collapsed ? 'relative justify-center' : 'px-[11px]'}`}
        >
          <item.icon aria-hidden size={18} strokeWidth={1.8} className="shrink-0" />
          <span className={collapsed ? 'sr-only' : 'truncate'}>{item.label}</span>
          {item.to === '/admin' && <FlagCount />}
          {item.to === '/admin/overview' && <SpentShare />}
        </NavLink>
      </Tooltip>
    </li>
  )
}

/** How many flags are open. */
function FlagCount() {
  const count = useFlagCount()
  return count > 0 && <SidebarPill text={count > 99 ? '99+' : String(count)} about=" open flags" />
}

/** The share of the monthly budget for models that is spent, from 80 % on. */
function SpentShare() {
  const { collapsed } = useSidebar()
  const { data } = useQuery({ ...queryOf('GET /api/admin/budget'), refetchInterval: 60_000 })
  const dollars = data?.budget.dollars ?? null
  const percent = data && dollars !== null ? Math.min(Math.floor((data.spent / dollars) * 100), 100) : 0
  if (percent < 80) return null
  return <SidebarPill text={collapsed ? '!' : `${percent} %`} about={` ${percent} % of the monthly budget is spent`} />
}
