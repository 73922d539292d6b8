import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ButtonVariant } from './button-class.ts'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  side?: 'top' | 'right' | 'bottom' | 'left'
}

export function IconButton({ label, icon, variant = 'quiet', side = 'top', ...props }: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <Button variant={variant} size="icon" aria-label={label} {...props}>
        {icon}
      </Button>
    </Tooltip>
  )
}
