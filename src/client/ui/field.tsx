import { type ReactNode, useId } from 'react'
import { cx } from '#client/lib/cx.ts'
import { ProblemText } from './problem-text.tsx'

/** The attributes that the control inside a `Field` must have. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: ReactNode
  help?: ReactNode
  error?: string
  /** Marks the control as invalid if the message is shown elsewhere, such as in the form's notice. */
  invalid?: boolean
  /** Shown to the right of the label, such as "optional" or a counter. */
  aside?: ReactNode
  className?: string
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, help, error, invalid, aside, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ')
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
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error || invalid ? true : undefined,
      })}
      <ProblemText id={`${id}-error`}>{error}</ProblemText>
      {help && (
        <p id={`${id}-help`} className="text-ink-soft text-xs">
          {help}
        </p>
      )}
    </div>
  )
}
