import { Switch as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'

export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={cx(
        'relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors duration-150',
        // The touch target is larger than the switch.
        'after:absolute after:-inset-[9px] data-[state=checked]:border-curtain data-[state=checked]:bg-curtain disabled:opacity-55',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="block size-5 translate-x-[3px] rounded-full bg-line-strong transition-transform duration-150 data-[state=checked]:translate-x-[23px] data-[state=checked]:bg-curtain-ink" />
    </Radix.Root>
  )
}
