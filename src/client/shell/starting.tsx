import type { ReactNode } from 'react'

/**
 * The bare frame of the signed-in half, while its code and its first answer are on their way. It stands in the pages
 * themselves already (scripts/client-build), so that something is there before any script.
 */
export function Starting() {
  return (
    <StartingFrame>
      <p role="status" className="m-auto font-display text-2xl text-ink-soft">
        <span className="sr-only">Loading </span>Troupe
      </p>
    </StartingFrame>
  )
}

/** The sidebar's place, as wide as it was left (public/first-paint.js), and the page's beside it. */
export function StartingFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh">
      <div className="w-64 shrink-0 border-line border-r bg-sunken in-data-[sidebar=collapsed]:w-12 max-md:hidden" />
      {children}
    </div>
  )
}
