import { Moon, Sun } from 'lucide-react'
import { useTheme } from '#client/lib/theme.ts'
import { Button } from './button.tsx'

/** Day and night. Its name says what a press would do. */
export function ThemeToggle({ className }: { className?: string }) {
  const { theme, toggleTheme } = useTheme()
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={label}
      title={label}
      onClick={toggleTheme}
      {...(className ? { className } : {})}
    >
      {theme === 'dark' ? <Sun aria-hidden size={19} /> : <Moon aria-hidden size={19} />}
    </Button>
  )
}
