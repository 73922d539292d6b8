import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ButtonVariant } from './button-class.ts'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** What it does: read aloud, and shown as the tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A button that is only an icon: always named, always explained on hover. */
export function IconButton({ label, icon, variant = 'quiet', side = 'top', ...props }: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <Button variant={variant} size="icon" aria-label={label} {...props}>
        {icon}
      </Button>
    </Tooltip>
  )
}
