import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cx('rounded-lg border border-line bg-card shadow-card', className)} {...props} />
}
