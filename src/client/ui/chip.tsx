import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'

export function Chip({ pressed, className, ...props }: ComponentProps<'button'> & { pressed: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={cx(
        'min-h-9 shrink-0 whitespace-nowrap rounded-full border px-3.5 text-[0.84375rem] transition-colors duration-150 max-md:min-h-11 pointer-coarse:min-h-11',
        pressed
          ? 'border-ink bg-ink text-paper'
          : 'border-line bg-card text-ink-soft hover:border-line-strong hover:text-ink',
        className,
      )}
      {...props}
    />
  )
}
