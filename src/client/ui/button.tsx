import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
}

/** A button. Its type is `button` by default, so that it does not submit forms. */
export function Button({ variant, size, icon: Icon, className, type = 'button', children, ...props }: ButtonProps) {
  return (
    <button type={type} className={buttonClass({ variant, size, className })} {...props}>
      {Icon && <Icon aria-hidden size={size === 'icon' ? 18 : 16} />}
      {children}
    </button>
  )
}
