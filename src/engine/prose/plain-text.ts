import { isBlank } from '../is-blank.ts'

/**
 * Markdown without its markup; empty if nothing of it can be seen.
 *
 * @example
 * plainText('**Ahoy**, *captain*.') // 'Ahoy, captain.'
 */
export function plainText(markdown: string): string {
  const text = markdown
    .replaceAll(/!?\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[\s>]*#{0,6}[\s>]*/gm, ' ')
    .replaceAll(/[*`~|\\]+|\b_+|_+\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return isBlank(text) ? '' : text
}

/**
 * The beginning of a text without its markup, at most `max` code points and the ellipsis. It is cut between words, unless
 * the last word is longer than half of it, as a text without spaces is.
 *
 * @example
 * excerpt('*She waits.* The lamp is lit.', 18) // 'She waits. The…'
 */
export function excerpt(markdown: string, max: number): string {
  const text = plainText(markdown)
  const points = [...text]
  if (points.length <= max) return text
  const beginning = points.slice(0, max + 1).join('')
  const end = beginning.lastIndexOf(' ')
  const cut = end >= beginning.length / 2 ? beginning.slice(0, end) : points.slice(0, max).join('')
  return `${cut.trimEnd()}…`
}
