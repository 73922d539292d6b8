import { Moon, Sun } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'
import { useTheme } from '#client/lib/theme.ts'
import { Button } from '#client/ui/button.tsx'
import { useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'

/** An icon button in the sidebar's header or footer. It is narrower for a mouse than for touch. */
export function SidebarAction({ label, ...props }: ComponentProps<typeof Button> & { label: string }) {
  const { collapsed } = useSidebar()
  const className = cx('[&_svg]:stroke-[1.8]', !collapsed && 'md:w-8 pointer-coarse:w-11')
  return (
    <Tooltip text={label} side={collapsed ? 'right' : 'top'} delay={0}>
      <Button variant="quiet" size="icon" aria-label={label} className={className} {...props} />
    </Tooltip>
  )
}

export function ThemeAction() {
  const { theme, toggleTheme } = useTheme()
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'
  return <SidebarAction label={label} icon={theme === 'dark' ? Sun : Moon} onClick={toggleTheme} />
}

/** What the user should know beside an entry of the sidebar. In the collapsed one it is at the corner of the icon. */
export function SidebarPill({ text, about }: { text: string; about: string }) {
  const { collapsed: isSmall } = useSidebar()
  return (
    <span
      className={cx(
        'grid min-w-5 place-items-center rounded-full bg-curtain px-1.5 font-semibold text-2xs text-curtain-ink tabular-nums leading-5',
        isSmall ? 'absolute top-0.5 right-0 min-w-4 px-1 leading-4' : 'ml-auto',
      )}
    >
      {text}
      <span className="sr-only">{about}</span>
    </span>
  )
}
