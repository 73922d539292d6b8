import { useMemo } from 'react'
import { logOutOrNotify } from '#client/accounts/log-out-or-notify.ts'
import { useTheme } from '#client/lib/theme.ts'
import type { Entry } from './entries.ts'

/** The actions of the palette: change the theme, and log out. */
export function useActionEntries(): Entry[] {
  const { theme, toggleTheme } = useTheme()
  return useMemo(() => {
    const title = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
    return [
      { id: 'action-theme', title, detail: '', to: toggleTheme, keywords: 'dark light colours appearance settings' },
      { id: 'action-log-out', title: 'Log out', detail: '', to: () => void logOutOrNotify(), keywords: 'logout sign' },
    ]
  }, [theme, toggleTheme])
}
