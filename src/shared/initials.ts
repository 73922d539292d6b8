/** Initials shown for a name: first letter of each word, uppercased, at most 2. */
export function initials(name: string): string {
  return name
    .split(/\s+/u)
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .map((letter) => [...letter.toUpperCase()][0])
    .join('')
}
