/** How many faces are offered at once. */
export const facesShown = 8

/** The illustrator draws any name: a round of faces for this one, the same whenever it is asked for. */
export function portraitsFor(name: string, round: number): string[] {
  const slug = slugOf(name)
  return Array.from({ length: facesShown }, (_, index) => `/portraits/${slug}-${round * facesShown + index + 1}.svg`)
}

/** Lowercase letters, digits and hyphens, short enough to leave room for the number. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '')
  return slug || 'someone'
}
