import { useState } from 'react'

/** Longer roles are folded, so that they do not push the scene off a phone. */
const foldsFrom = 140

/** Whom the player plays. */
export function RoleBanner({ role }: { role: string }) {
  const [open, setOpen] = useState(false)
  const words = `Your role: ${role}`
  const looks =
    'block w-full text-center font-prose text-[0.90625rem] text-ink-soft italic leading-[1.4] whitespace-pre-line'
  return (
    <div className="relative mx-auto w-full max-w-[820px] shrink-0 px-4 pt-4 sm:px-[26px] sm:pt-6">
      {role.length < foldsFrom ? (
        <p dir="auto" className={looks}>
          {words}
        </p>
      ) : (
        <button type="button" aria-expanded={open} className={`${looks} rounded-sm`} onClick={() => setOpen(!open)}>
          <span dir="auto" className={open ? 'block max-h-[30dvh] overflow-y-auto' : 'line-clamp-2'}>
            {words}
          </span>
        </button>
      )}
    </div>
  )
}
