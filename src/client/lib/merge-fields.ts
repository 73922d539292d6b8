import { fieldText } from '#shared/character-revisions.ts'

/** A field that two versions of something have with different values. */
export interface Difference<Field extends string = string> {
  field: Field
  mine: string
  theirs: string
  /** Whose value is chosen at first: the other one where only the other version has changed it. */
  preferred: Side
}

export type Side = 'mine' | 'theirs'

/**
 * The fields in which the user's version and the one that was saved elsewhere differ.
 *
 * @param base what both were changed from; null if it is not known
 */
export function findDifferences<Fields extends object>(
  fields: readonly (keyof Fields & string)[],
  { base, mine, theirs }: { base: Fields | null; mine: Fields; theirs: Fields },
): Difference<keyof Fields & string>[] {
  return fields
    .filter((field) => fieldText(mine[field]) !== fieldText(theirs[field]))
    .map((field) => ({
      field,
      mine: fieldText(mine[field]),
      theirs: fieldText(theirs[field]),
      preferred: base !== null && fieldText(base[field]) === fieldText(mine[field]) ? 'theirs' : 'mine',
    }))
}

/** The user's version with the values that were chosen from the other one. */
export function mergeFields<Fields extends object>(
  { mine, theirs }: { mine: Fields; theirs: Fields },
  choices: Readonly<Partial<Record<keyof Fields & string, Side>>>,
): Fields {
  const taken = Object.entries(choices).filter(([, side]) => side === 'theirs')
  return { ...mine, ...Object.fromEntries(taken.map(([field]) => [field, theirs[field as keyof Fields]])) }
}

/** What stays of equal text before and after a difference, in characters. */
const context = 60

/** Where two texts differ, with some of what is around it. */
export function excerptsOf(mine: string, theirs: string): { mine: string; theirs: string } {
  const shorter = Math.min(mine.length, theirs.length)
  let start = 0
  while (start < shorter && mine[start] === theirs[start]) start += 1
  let end = 0
  while (end < shorter - start && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1
  const cut = (text: string) => {
    const from = start > context ? text.indexOf(' ', start - context) + 1 : 0
    const last = text.length - end + context
    const begin = from > 0 && from <= start ? from : Math.max(0, start - context)
    return `${begin > 0 ? '… ' : ''}${text.slice(begin, last)}${last < text.length ? ' …' : ''}`
  }
  return { mine: cut(mine), theirs: cut(theirs) }
}
