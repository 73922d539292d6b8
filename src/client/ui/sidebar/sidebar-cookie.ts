/** The sidebar's state is stored in a cookie for seven days. public/first-paint.js reads it too. */
const name = 'sidebar_state'
const maxAge = 604_800

/** Whether the sidebar is expanded, which is the default. */
export function readSidebarCookie(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${name}=false`)
}

export function sidebarCookie(expanded: boolean): string {
  return `${name}=${expanded}; path=/; max-age=${maxAge}; samesite=lax`
}

export function writeSidebarCookie(expanded: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Safari and from plain http
  document.cookie = sidebarCookie(expanded)
}
