import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends ComponentProps<typeof Button> {
  label: string
  side?: 'top' | 'right' | 'bottom' | 'left'
}

export function IconButton({ label, variant = 'quiet', side = 'top', ...props }: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <Button variant={variant} size="icon" aria-label={label} {...props} />
    </Tooltip>
  )
}
