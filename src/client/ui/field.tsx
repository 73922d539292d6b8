import { type ReactNode, useId } from 'react'
import { cx } from '#client/lib/cx.ts'

/** What a control inside a Field must carry. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: ReactNode
  help?: ReactNode
  error?: string | undefined
  /** Marks the control when the words about it stand elsewhere, as with a form's one notice. */
  invalid?: boolean
  /** Shown at the right end of the label's line: "optional", a counter. */
  aside?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A labelled control with its help and its error, tied together for those who listen rather than look. */
export function Field({ label, help, error, invalid, aside, className, children }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <span className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-[550] text-sm">
          {label}
        </label>
        {aside && <span className="text-2xs text-ink-soft">{aside}</span>}
      </span>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error || invalid ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-ink-soft text-xs">
          {help}
        </p>
      )}
    </div>
  )
}
