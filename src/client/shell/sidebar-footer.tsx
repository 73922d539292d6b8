import { LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { AccountBadge } from '#client/accounts/account-badge.tsx'
import { logOut } from '#client/accounts/api.ts'
import { ProfileSettingsDialog } from '#client/accounts/profile-settings-dialog.tsx'
import { useUser } from '#client/accounts/session.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { SidebarAction, ThemeAction } from './sidebar-action.tsx'

/** Who is signed in, with their settings and the way out. */
export function SidebarFooter() {
  const { collapsed } = useSidebar()
  const [settingsOpen, setSettingsOpen] = useState(false)
  return (
    <div
      className={`flex shrink-0 items-center border-line border-t pt-3 ${collapsed ? 'flex-col-reverse gap-1' : 'gap-2.5 pl-1.5'}`}
    >
      <Profile />
      <div className={`flex shrink-0 ${collapsed ? 'flex-col' : ''}`}>
        {collapsed && <ThemeAction />}
        <SidebarAction
          label="Profile settings"
          icon={<Settings aria-hidden size={17} strokeWidth={1.8} />}
          onClick={() => setSettingsOpen(true)}
        />
        <SidebarAction
          label="Log out"
          icon={<LogOut aria-hidden size={17} strokeWidth={1.8} />}
          onClick={() => void leave()}
        />
      </div>
      <ProfileSettingsDialog open={settingsOpen} onOpenChange={setSettingsOpen} />
    </div>
  )
}

function Profile() {
  const user = useUser()
  const { collapsed } = useSidebar()
  if (collapsed) {
    return (
      <Tooltip text={user.name} side="right" delay={0}>
        <span>
          <Avatar name={user.name} />
          <span className="sr-only">{user.name}</span>
        </span>
      </Tooltip>
    )
  }
  return (
    <>
      <Avatar name={user.name} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="max-w-full truncate font-semibold leading-tight" title={user.name}>
          {user.name}
        </p>
        <AccountBadge accountType={user.accountType} className="px-2 py-[3px]" />
      </div>
    </>
  )
}

async function leave() {
  try {
    await logOut()
  } catch {
    toast({ variant: 'destructive', title: 'Error', description: 'We could not log you out. Please try again.' })
  }
}
