import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { Brand } from '#client/ui/brand.tsx'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { adminNavigationOf, createNavigation, mainNavigation, type NavigationItem } from './navigation.ts'
import { JumpButton } from './palette/jump-button.tsx'
import { SidebarAction, ThemeAction } from './sidebar-action.tsx'
import { SidebarFooter } from './sidebar-footer.tsx'
import { SidebarLink } from './sidebar-link.tsx'

/** The sidebar: navigation, a slot for the page's own list, and the user at the bottom. */
export function AppSidebar() {
  const { collapsed, setSlot } = useSidebar()
  const user = useUser()
  const adminItems = adminNavigationOf(user)
  return (
    <div className={`flex h-full flex-col ${collapsed ? 'px-0.5 py-3' : 'px-3.5 pt-4 pb-3'}`}>
      <SidebarHeader />
      <JumpButton />
      <nav aria-label="Main" className="shrink-0">
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
      <div ref={setSlot} className="mt-3 min-h-0 flex-1 overflow-y-auto overscroll-contain" />
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
  return (
    <div className={`flex shrink-0 items-center ${collapsed ? 'mb-2 justify-center' : 'mb-3 pl-2.5'}`}>
      {!collapsed && (
        <>
          <Link to="/" onClick={() => setSheetOpen(false)} className="mr-auto flex min-h-11 items-center rounded-sm">
            <Brand />
          </Link>
          <ThemeAction />
        </>
      )}
      {!isMobile && <CollapseToggle />}
    </div>
  )
}

function CollapseToggle() {
  const { collapsed, toggle } = useSidebar()
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose
  return (
    <SidebarAction
      label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
      icon={<Icon aria-hidden size={17} strokeWidth={1.8} />}
      aria-expanded={!collapsed}
      aria-keyshortcuts="Meta+B Control+B"
      onClick={toggle}
    />
  )
}
