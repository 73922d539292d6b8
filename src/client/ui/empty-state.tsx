import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** One of `ui/drawings.tsx`. */
  drawing: ReactNode
  title: string
  /** Where it is the whole page. */
  isPage?: boolean
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ drawing, title, isPage, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-14 text-center">
      <div aria-hidden className="mb-6 text-ink">
        {drawing}
      </div>
      {isPage ? <h1 className="text-4xl">{title}</h1> : <h2 className="text-2xl">{title}</h2>}
      {children && <div className="mt-2 text-balance text-ink-soft text-md">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3 *:whitespace-normal">{action}</div>}
    </div>
  )
}
