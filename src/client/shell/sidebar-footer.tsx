import { LogOut, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { AccountBadge } from '#client/accounts/account-badge.tsx'
import { profileDialog } from '#client/accounts/dialogs.ts'
import { logOutOrNotify } from '#client/accounts/log-out-or-notify.ts'
import { useUser } from '#client/accounts/session.ts'
import { useNewNoticeCount } from '#client/chat/notices/notices-api.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { SidebarAction, SidebarPill, ThemeAction } from './sidebar-parts.tsx'

export function SidebarFooter() {
  const { collapsed, setSheetOpen } = useSidebar()
  return (
    <div
      className={`flex shrink-0 items-center border-line border-t pt-3 ${collapsed ? 'flex-col-reverse gap-1' : 'gap-2 pl-1.5'}`}
    >
      <Profile />
      <div className={`flex shrink-0 ${collapsed ? 'flex-col' : ''}`}>
        {collapsed && <ThemeAction />}
        <SidebarAction
          label="Profile settings"
          icon={Settings}
          onClick={() => profileDialog.open({ onAccount: () => setSheetOpen(false) })}
        />
        <SidebarAction label="Log out" icon={LogOut} onClick={() => void logOutOrNotify()} />
      </div>
    </div>
  )
}

function Profile() {
  const user = useUser()
  const { collapsed, setSheetOpen } = useSidebar()
  const count = useNewNoticeCount()
  const newNotices = count > 0 && (
    <SidebarPill text={String(count)} about={count === 1 ? ' new notice' : ' new notices'} />
  )
  if (collapsed) {
    return (
      <Tooltip text={`${user.name}: account`} side="right" delay={0}>
        <Link to="/settings" className="relative grid size-11 place-items-center rounded-full">
          <Avatar name={user.name} />
          <span className="sr-only">{user.name}: account</span>
          {newNotices}
        </Link>
      </Tooltip>
    )
  }
  return (
    <Link
      to="/settings"
      onClick={() => setSheetOpen(false)}
      title={`${user.name}: account`}
      className="group flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-md"
    >
      <Avatar name={user.name} />
      <span className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <span className="line-clamp-2 max-w-full font-semibold text-sm leading-tight [overflow-wrap:anywhere] group-hover:underline">
          {user.name}
        </span>
        <span className="flex gap-1.5">
          <AccountBadge accountType={user.accountType} className="px-2 py-[3px]" />
          {newNotices}
        </span>
      </span>
      <span className="sr-only">Account</span>
    </Link>
  )
}
