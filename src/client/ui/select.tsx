import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'
import { fieldClass } from './field-class.ts'

interface SelectProps extends ComponentProps<'select'> {
  options?: readonly (readonly [value: string | number, label: string | number])[]
}

/** A styled native select, which is accessible and works well on phones. */
export function Select({ className, options = [], children, ...props }: SelectProps) {
  return (
    <span className={cx('relative block', className)}>
      <select className={cx(fieldClass, 'min-h-11 appearance-none text-ellipsis py-2 pr-10')} {...props}>
        {children}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        size={17}
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-soft"
      />
    </span>
  )
}
