import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'
import { fieldClass } from './field-class.ts'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cx(fieldClass, 'min-h-11 py-2', className)} {...props} />
}
