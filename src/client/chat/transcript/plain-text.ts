/** Markdown without its markup. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^[\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`~#>|\\]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
