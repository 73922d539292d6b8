/** The path of a page without a slash at its end: `/subscribe/` is the page `/subscribe`. */
export function pagePath(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}

/** The first parts of the addresses of all pages but home. */
const sections = [
  'admin',
  'characters',
  'chat',
  'create',
  'discover',
  'embed',
  'lorebooks',
  'my-characters',
  'personas',
  'pricing',
  'privacy',
  'rules',
  'sandbox-portal',
  'settings',
  'sign-in',
  'subscribe',
  'subscription-success',
  'terms',
  'trending',
] as const
type Section = (typeof sections)[number]
/** The path of a route of the client, without the slash at its beginning. */
export type PageRoute = Section | `${Section}/${string}` | '*'

/** Whether the application has pages at this address, so that a missing one is not answered with 200. */
export function hasPages(pathname: string): boolean {
  const [, section = ''] = pathname.split('/')
  return section === '' || sections.some((known) => known === section)
}
