import { LogOut, Moon, Settings, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AccountBadge } from '#client/accounts/account-badge.tsx'
import { logOut } from '#client/accounts/api.ts'
import { ProfileSettingsDialog } from '#client/accounts/profile-settings-dialog.tsx'
import { useUser } from '#client/accounts/session.ts'
import { useTheme } from '#client/lib/theme.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { Tooltip } from '#client/ui/tooltip.tsx'

/** Who is signed in, with the theme, the settings and the way out. */
export function SidebarFooter() {
  const { collapsed } = useSidebar()
  const [settingsOpen, setSettingsOpen] = useState(false)
  return (
    <div
      className={`flex shrink-0 border-line border-t pt-2.5 ${collapsed ? 'flex-col items-center' : 'items-center gap-2.5 px-1'}`}
    >
      <Profile />
      <div className={`flex shrink-0 ${collapsed ? 'flex-col' : ''}`}>
        <ThemeAction />
        <FooterAction
          label="Profile settings"
          icon={<Settings aria-hidden size={17} />}
          onClick={() => setSettingsOpen(true)}
        />
        <FooterAction label="Log out" icon={<LogOut aria-hidden size={17} />} onClick={() => void leave()} />
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
        <span className="mb-1">
          <Avatar name={user.name} />
        </span>
      </Tooltip>
    )
  }
  return (
    <>
      <Avatar name={user.name} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold leading-tight" title={user.name}>
          {user.name}
        </p>
        <AccountBadge accountType={user.accountType} className="mt-1" />
      </div>
    </>
  )
}

function ThemeAction() {
  const { theme, toggleTheme } = useTheme()
  const dark = theme === 'dark'
  return (
    <FooterAction
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      icon={dark ? <Sun aria-hidden size={17} /> : <Moon aria-hidden size={17} />}
      onClick={toggleTheme}
    />
  )
}

function FooterAction({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  const { collapsed } = useSidebar()
  return (
    <Tooltip text={label} side={collapsed ? 'right' : 'top'} delay={0}>
      <Button
        variant="quiet"
        size="icon"
        aria-label={label}
        onClick={onClick}
        className={collapsed ? '' : 'md:w-8 pointer-coarse:w-11'}
      >
        {icon}
      </Button>
    </Tooltip>
  )
}

async function leave() {
  try {
    await logOut()
  } catch {
    toast({ variant: 'destructive', title: 'Error', description: 'We could not log you out. Please try again.' })
  }
}
