import type { ReactNode } from 'react'

/** For those who listen rather than look. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>
}
