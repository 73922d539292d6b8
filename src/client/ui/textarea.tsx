import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'
import { fieldClass } from './field-class.ts'

/** A text area that grows with its text if the browser supports `field-sizing`. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cx(fieldClass, 'field-sizing-content max-h-96 min-h-24 resize-y py-2.5 leading-relaxed', className)}
      {...props}
    />
  )
}
