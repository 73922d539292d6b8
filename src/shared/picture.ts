/**
 * The `src` of a picture on this server, or an empty string. Pictures on other hosts are not loaded, because the host
 * would learn who views them.
 */
export function displayableSrc(src: string): string {
  return src.startsWith('/') && !src.startsWith('//') ? src : ''
}

/** Whether the picture is a built-in portrait: a transparent drawing that needs a tinted background. */
export function isDrawnPortrait(src: string): boolean {
  return src.startsWith('/portraits/')
}
