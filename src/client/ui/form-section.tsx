import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useLayoutEffect, useState } from 'react'

interface FormSectionProps extends ComponentProps<'details'> {
  title: string
  /** Below the title. */
  hint?: string
  /** At the other end of the title. */
  aside?: ReactNode
  /** Whether one of its fields has an error, which opens it. */
  hasError: boolean
}

/** A part of a form that most leave as it is. Its fields stay in the form while it is closed. */
export function FormSection({ title, hint, aside, hasError, children, ...props }: FormSectionProps) {
  const [isOpen, setOpen] = useState(hasError)
  useLayoutEffect(() => {
    if (hasError) setOpen(true)
  }, [hasError])
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/section rounded-md border border-line px-4"
      {...props}
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-sm py-2 [&::-webkit-details-marker]:hidden">
        <span className="mr-auto min-w-0">
          <span className="block font-[550] text-sm">{title}</span>
          {hint && <span className="block text-ink-soft text-xs">{hint}</span>}
        </span>
        {aside && <span className="shrink-0 text-ink-soft text-xs">{aside}</span>}
        <ChevronDown aria-hidden size={17} className="shrink-0 text-ink-soft group-open/section:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
