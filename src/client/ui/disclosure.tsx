import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#client/lib/cx.ts'

interface DisclosureProps extends Omit<ComponentProps<'details'>, 'title'> {
  title: ReactNode
}

/** Something that few users need, behind its title. */
export function Disclosure({ title, className, children, ...props }: DisclosureProps) {
  return (
    <details className={cx('group', className)} {...props}>
      <summary className="flex min-h-11 w-fit list-none items-center gap-1.5 rounded-sm font-[550] text-ink-soft text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden size={16} className="group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
