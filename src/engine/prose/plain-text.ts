import { isBlank } from '#engine/is-blank.ts'

/** Markdown without its markup; empty if nothing of it can be seen. */
export function plainText(markdown: string): string {
  const text = markdown
    .replaceAll(/!?\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`~#>|\\]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return isBlank(text) ? '' : text
}
