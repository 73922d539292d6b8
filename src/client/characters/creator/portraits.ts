export const portraitsPerPage = 8

/** Lists the paths of a page of portraits. The server generates a deterministic portrait for any name. */
export function portraitsFor(name: string, page: number): string[] {
  const slug = slugify(name)
  return Array.from(
    { length: portraitsPerPage },
    (_, index) => `/portraits/${slug}-${page * portraitsPerPage + index + 1}.svg`,
  )
}

/** Converts a name to lowercase letters, digits and hyphens, short enough to append a number. */
function slugify(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '')
  return slug || 'someone'
}
