import { useSite } from '#client/lib/site.ts'

/** The server writes the name into the pages that it sends (server/http/site-html.ts). */
export function SiteName() {
  return (
    <span data-site="name" suppressHydrationWarning>
      {useSite().name}
    </span>
  )
}
