import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cx } from '#client/lib/cx.ts'

export const Tabs = Radix.Root

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cx(
        'fade-ends flex scroll-px-11 gap-1 overflow-x-auto rounded-lg bg-sunken p-1 [scrollbar-width:none]',
        className,
      )}
      {...props}
    />
  )
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cx(
        'min-h-11 flex-1 whitespace-nowrap rounded-md px-3 font-[550] text-ink-soft text-sm transition-colors hover:text-ink',
        'data-[state=active]:bg-chosen data-[state=active]:text-ink data-[state=active]:shadow-card',
        className,
      )}
      {...props}
    />
  )
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cx('rounded-sm', className)} {...props} />
}
