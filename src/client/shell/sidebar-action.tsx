import { Moon, Sun } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTheme } from '#client/lib/theme.ts'
import { Button } from '#client/ui/button.tsx'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'

interface SidebarActionProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  icon: ReactNode
}

/** An icon button in the sidebar's header or footer. It is narrower for a mouse than for touch. */
export function SidebarAction({ label, icon, ...props }: SidebarActionProps) {
  const { collapsed } = useSidebar()
  return (
    <Tooltip text={label} side={collapsed ? 'right' : 'top'} delay={0}>
      <Button
        variant="quiet"
        size="icon"
        aria-label={label}
        className={collapsed ? '' : 'md:w-8 pointer-coarse:w-11'}
        {...props}
      >
        {icon}
      </Button>
    </Tooltip>
  )
}

export function ThemeAction() {
  const { theme, toggleTheme } = useTheme()
  const dark = theme === 'dark'
  const Icon = dark ? Sun : Moon
  return (
    <SidebarAction
      label={dark ? 'Switch to light theme' : 'Switch to dark theme'}
      icon={<Icon aria-hidden size={17} strokeWidth={1.8} />}
      onClick={toggleTheme}
    />
  )
}
