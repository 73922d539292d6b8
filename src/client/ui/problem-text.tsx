import { cx } from '#client/lib/cx.ts'

interface ProblemTextProps {
  /** Nothing is shown without one. */
  children: string | undefined
  id?: string
  className?: string
}

/** Says what went wrong; screen readers announce it when it appears. */
export function ProblemText({ children, id, className }: ProblemTextProps) {
  if (!children) return null
  return (
    <p id={id} role="alert" className={cx('text-danger text-sm', className)}>
      {children}
    </p>
  )
}
