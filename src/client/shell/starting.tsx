import { readSidebarCookie } from '#client/ui/sidebar/sidebar-cookie.ts'

/** The bare frame of the signed-in half, while its code and its first answer are on their way. */
export function Starting() {
  const width = readSidebarCookie(document.cookie) ? 'w-64' : 'w-12'
  return (
    <div className="flex min-h-dvh" role="status">
      <span className="sr-only">Loading Troupe</span>
      <div className={`border-line border-r bg-sunken max-md:hidden ${width}`} />
    </div>
  )
}
