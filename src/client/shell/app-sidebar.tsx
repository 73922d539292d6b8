import { useQuery } from '@tanstack/react-query'
import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { commandKey } from '#client/lib/keyboard.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import { Brand } from '#client/ui/brand.tsx'
import { Keys } from '#client/ui/keys.tsx'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { adminNavigationOf, createNavigation, mainNavigation, type NavigationItem } from './navigation.ts'
import { palette } from './palette/commands.tsx'
import { SidebarFooter } from './sidebar-footer.tsx'
import { SidebarAction, SidebarPill, ThemeAction } from './sidebar-parts.tsx'

export function AppSidebar() {
  const { collapsed, setSlot } = useSidebar()
  const user = useUser()
  const adminItems = adminNavigationOf(user)
  return (
    <div className={`flex h-full flex-col ${collapsed ? 'px-0.5 py-3' : 'px-3.5 pt-4 pb-3'}`}>
      <SidebarHeader />
      <JumpButton />
      {/* In a low window it scrolls, and the footer stays in view. The margins are room for the outline of the focus. */}
      <div className="-mx-1 min-h-0 flex-1 scroll-py-1 overflow-y-auto overscroll-contain px-1">
        <nav aria-label="Main">
          <NavigationList items={mainNavigation} />
          <GroupHeading id="create-group" text="Create" />
          <NavigationList items={createNavigation} labelledBy="create-group" />
          {adminItems.length > 0 && (
            <>
              <GroupHeading id="admin-group" text={user.accountType === 'admin' ? 'Admin' : 'For moderators'} />
              <NavigationList items={adminItems} labelledBy="admin-group" />
            </>
          )}
        </nav>
        <div ref={setSlot} className="mt-3" />
      </div>
      <SidebarFooter />
    </div>
  )
}

function GroupHeading({ id, text }: { id: string; text: string }) {
  const { collapsed } = useSidebar()
  return (
    <h2
      id={id}
      className={
        collapsed
          ? 'mx-3 my-2.5 h-px bg-line'
          : 'mx-[11px] mt-4 mb-1 font-normal font-sans text-2xs text-ink-soft tracking-normal'
      }
    >
      <span className={collapsed ? 'sr-only' : ''}>{text}</span>
    </h2>
  )
}

function NavigationList({ items, labelledBy }: { items: readonly NavigationItem[]; labelledBy?: string }) {
  const { collapsed } = useSidebar()
  return (
    <ul aria-labelledby={labelledBy} className="flex flex-col gap-0.5">
      {items
        .filter(({ wideOnly }) => !(collapsed && wideOnly))
        .map((item) => (
          <SidebarLink key={item.to} item={item} />
        ))}
    </ul>
  )
}

/** The brand, the theme toggle and, except on phones, the collapse button. */
function SidebarHeader() {
  const { collapsed, isMobile, setSheetOpen } = useSidebar()
  const { name } = useSite()
  return (
    // A name that is too long for the row of the buttons has one above them.
    <div className={`flex shrink-0 flex-wrap items-center ${collapsed ? 'mb-2 justify-center' : 'mb-3 pl-2.5'}`}>
      {!collapsed && (
        <Link to="/" onClick={() => setSheetOpen(false)} className="flex min-h-11 items-center rounded-sm">
          <Brand className={name.length > 14 ? 'text-lg' : undefined} />
        </Link>
      )}
      <span className="ml-auto flex">
        {!collapsed && <ThemeAction />}
        {!isMobile && <CollapseToggle />}
      </span>
    </div>
  )
}

function CollapseToggle() {
  const { collapsed, toggle } = useSidebar()
  return (
    <SidebarAction
      label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
      icon={collapsed ? PanelLeftOpen : PanelLeftClose}
      aria-expanded={!collapsed}
      aria-keyshortcuts="Meta+B Control+B"
      onClick={toggle}
    />
  )
}

function JumpButton() {
  const { collapsed, setSheetOpen } = useSidebar()
  const open = () => {
    setSheetOpen(false)
    palette.open({})
  }
  const props = {
    'aria-keyshortcuts': 'Meta+K Control+K',
    'aria-haspopup': 'dialog',
    onClick: open,
  } as const
  if (collapsed) {
    return (
      <div className="mb-2 flex justify-center">
        <SidebarAction label="Jump to" icon={Search} {...props} />
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

const linkClass =
  'flex min-h-11 items-center gap-[11px] rounded-[10px] font-medium text-ink-soft transition-colors duration-150 ' +
  'hover:bg-curtain-wash/60 hover:text-ink aria-[current=page]:bg-curtain-wash aria-[current=page]:text-ink ' +
  'aria-[current=page]:[&_svg]:text-curtain'

/** A navigation link. In the collapsed sidebar it shows its icon, and the label as a tooltip. */
function SidebarLink({ item }: { item: NavigationItem }) {
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

/** How many flags are open. Alerts keep it up to date. */
function FlagCount() {
  const count = useQuery(queryOf('GET /api/admin/flags/count')).data?.open ?? 0
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
