/** Initials shown for a name: first letter of each word, uppercased, at most 2. A word without one has its first sign. */
export function initials(name: string): string {
  return name
    .split(/\s+/u)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [...word].slice(0, 1))
    .slice(0, 2)
    .map((letter) => [...letter.toUpperCase()][0])
    .join('')
}
