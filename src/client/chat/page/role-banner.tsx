import { useState } from 'react'

/** Longer roles are collapsed, so that they leave room for the transcript on a phone. */
const collapsedFrom = 140

/** The role the user plays. */
export function RoleBanner({ role }: { role: string }) {
  const [open, setOpen] = useState(false)
  const text = `Your role: ${role}`
  const className =
    'block w-full text-center font-prose text-[0.90625rem] text-ink-soft italic leading-[1.4] whitespace-pre-line'
  return (
    <div className="relative mx-auto w-full max-w-[820px] shrink-0 px-4 pt-4 sm:px-[26px] sm:pt-6">
      {role.length < collapsedFrom ? (
        <p dir="auto" className={className}>
          {text}
        </p>
      ) : (
        <button type="button" aria-expanded={open} className={`${className} rounded-sm`} onClick={() => setOpen(!open)}>
          <span dir="auto" className={open ? 'block max-h-[30dvh] overflow-y-auto' : 'line-clamp-2'}>
            {text}
          </span>
        </button>
      )}
    </div>
  )
}
