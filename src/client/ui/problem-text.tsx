import { CircleAlert } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'

interface ProblemTextProps {
  /** Nothing is shown without one. */
  children: string | undefined
  title?: string
  /** For a form as a whole: in a box, with an icon. */
  isBoxed?: boolean
  id?: string
  className?: string
}

/** Says what went wrong; screen readers announce it when it appears. */
export function ProblemText({ children, title, isBoxed = false, id, className }: ProblemTextProps) {
  if (!children) return null
  const look = isBoxed ? 'flex gap-2.5 rounded-md bg-curtain-wash px-3.5 py-3 text-ink' : 'text-danger'
  return (
    <p id={id} role="alert" className={cx('text-sm', look, className)}>
      {isBoxed && <CircleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-danger" />}
      <span>
        {title && <strong className="block font-semibold">{title}</strong>}
        {children}
      </span>
    </p>
  )
}
