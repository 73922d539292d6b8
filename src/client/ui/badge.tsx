import type { ReactNode } from 'react'
import { cx } from '#client/lib/cx.ts'

const variants = {
  outline: 'border-line text-ink-soft',
  gilt: 'border-gilt text-gilt-ink',
  ink: 'border-transparent bg-ink text-paper',
  danger: 'border-transparent bg-danger text-danger-ink',
  soft: 'border-transparent bg-curtain-wash text-ink',
  /** On posters: a translucent label over the image. */
  label: 'border-transparent bg-label text-label-ink',
} as const

interface BadgeProps {
  variant?: keyof typeof variants
  className?: string
  children: ReactNode
}

export function Badge({ variant = 'outline', className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2.5 py-1 font-[550] text-2xs leading-none',
        variants[variant],
        className,
      )}
    >
      {children}
    </span>
  )
}
