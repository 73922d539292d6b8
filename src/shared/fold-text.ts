/**
 * Text as it is searched, on the server and in the palette: compatible forms are one, without case, without the accents of
 * Latin, Greek and Cyrillic letters, with single spaces.
 */
export function foldText(text: string): string {
  const withoutAccents = text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')
  return withoutAccents.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}
