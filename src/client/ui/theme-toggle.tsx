import { Moon, Sun } from 'lucide-react'
import { useTheme } from '#client/lib/theme.ts'
import { Button } from './button.tsx'

/**
 * Day and night. Its name says what a press would do. The style sheet decides which of the two faces shows, so that a
 * page rendered ahead wears the right one from its first paint.
 */
export function ThemeToggle({ className }: { className?: string }) {
  const { toggleTheme } = useTheme()
  return (
    <Button variant="quiet" size="icon" onClick={toggleTheme} {...(className ? { className } : {})}>
      <Moon aria-hidden size={19} className="dark:hidden" />
      <Sun aria-hidden size={19} className="hidden dark:block" />
      <span className="sr-only dark:hidden">Switch to dark theme</span>
      <span className="sr-only hidden dark:inline">Switch to light theme</span>
    </Button>
  )
}
