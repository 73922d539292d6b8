import type { ReactNode } from 'react'
import { useTitle } from '#client/lib/use-title.ts'

interface PageHeaderProps {
  title: string
  tab?: string
  text?: ReactNode
  action?: ReactNode
}

/** The head of a page. Its title is that of the tab too, where `tab` is not given. */
export function PageHeader({ title, tab, text, action }: PageHeaderProps) {
  useTitle(tab ?? title)
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="font-[550] text-3xl leading-[1.1] tracking-[-0.025em] sm:text-4xl">{title}</h1>
        {text && <p className="mt-[7px] text-pretty text-ink-soft text-md">{text}</p>}
      </div>
      {action}
    </header>
  )
}
