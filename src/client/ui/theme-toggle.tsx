import { Moon, Sun } from 'lucide-react'
import { useTheme } from '#client/lib/theme.ts'
import { Button } from './button.tsx'

/**
 * Switches between light and dark. CSS chooses the icon and name, so that a prerendered page shows the right ones from the
 * first paint.
 */
export function ThemeToggle() {
  const { toggleTheme } = useTheme()
  return (
    <Button variant="quiet" size="icon" onClick={toggleTheme}>
      <Moon aria-hidden size={19} className="dark:hidden" />
      <Sun aria-hidden size={19} className="hidden dark:block" />
      <span className="sr-only dark:hidden">Switch to dark theme</span>
      <span className="sr-only hidden dark:inline">Switch to light theme</span>
    </Button>
  )
}
