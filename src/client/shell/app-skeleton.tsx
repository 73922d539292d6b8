import { SiteName } from '#client/ui/brand.tsx'

/**
 * Shown while the signed-in app and the session load: an empty sidebar with its last width (public/first-paint.js), and the
 * name next to it. The build also writes it into the HTML (scripts/client-build), so that it is visible before any script runs.
 */
export function AppSkeleton() {
  return (
    <div className="flex min-h-dvh">
      <div className="w-[clamp(256px,16rem,33vw)] shrink-0 border-line border-r bg-sunken in-data-[sidebar=collapsed]:w-12 max-md:hidden" />
      <p role="status" className="m-auto font-display text-2xl text-ink-soft">
        <span className="sr-only">Loading </span>
        <SiteName />
      </p>
    </div>
  )
}
