/**
 * The address to show for a picture, or nothing. Pictures elsewhere on the web are kept as data and never fetched:
 * whoever hosts them would learn who looks at them.
 */
export function showable(src: string): string {
  return src.startsWith('/') && !src.startsWith('//') ? src : ''
}

/** Drawn portraits are transparent ink: they stand on a tinted poster. */
export function isDrawn(src: string): boolean {
  return src.startsWith('/portraits/')
}
