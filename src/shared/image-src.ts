/**
 * The `src` of an image on this server, or an empty string. Images on other hosts are not loaded, because the host
 * would learn who views them.
 */
export function displayableSrc(src: string): string {
  return src.startsWith('/') && !src.startsWith('//') ? src : ''
}

/** Whether the image is a built-in portrait: a transparent drawing that needs a tinted background. */
export function isDrawnPortrait(src: string): boolean {
  return src.startsWith('/portraits/')
}
