/** The path of a page without a slash at its end: `/subscribe/` is the page `/subscribe`. */
export function pagePath(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}
