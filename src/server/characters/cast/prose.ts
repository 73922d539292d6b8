/**
 * Prose wrapped for reading in the source: the lines of a paragraph become one line, a blank line parts paragraphs.
 *
 * @example
 * prose`
 *   She keeps the lamp lit
 *   and the door bolted.
 * ` // 'She keeps the lamp lit and the door bolted.'
 */
export function prose(text: TemplateStringsArray): string {
  return text
    .join('')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}
