import { readSidebarCookie } from '#client/ui/sidebar/sidebar-cookie.ts'

/**
 * The bare frame of the signed-in half, while its code and its first answer are on their way. Its name stands in the
 * page itself already (scripts/client-build/write-page.ts), so that something is there before any script.
 */
export function Starting() {
  const width = readSidebarCookie(document.cookie) ? 'w-64' : 'w-12'
  return (
    <div className="flex min-h-dvh" role="status">
      <span className="sr-only">Loading Troupe</span>
      <div className={`border-line border-r bg-sunken max-md:hidden ${width}`} />
      <p aria-hidden className="m-auto font-display text-2xl text-ink-soft">
        Troupe
      </p>
    </div>
  )
}
