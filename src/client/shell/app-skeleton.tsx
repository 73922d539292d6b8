import type { ReactNode } from 'react'
import { SiteName } from '#client/ui/brand.tsx'

/**
 * Shown while the signed-in app and the session load. The build also writes it into the HTML (scripts/client-build), so
 * that it is visible before any script runs.
 */
export function AppSkeleton() {
  return (
    <AppFrame>
      <p role="status" className="m-auto font-display text-2xl text-ink-soft">
        <span className="sr-only">Loading </span>
        <SiteName />
      </p>
    </AppFrame>
  )
}

/** An empty sidebar with its last width (public/first-paint.js), and the page next to it. */
export function AppFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh">
      <div className="w-[clamp(256px,16rem,33vw)] shrink-0 border-line border-r bg-sunken in-data-[sidebar=collapsed]:w-12 max-md:hidden" />
      {children}
    </div>
  )
}
