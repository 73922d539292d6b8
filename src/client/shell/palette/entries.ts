/** Something the palette can jump to. */
export interface Entry {
  id: string
  title: string
  /** A second line: what it is, or whose. */
  detail: string
  to: string
  /** More words that find it. */
  keywords?: string
  /** A face, for characters and conversations. */
  face?: { name: string; src: string; hue: number }
}

export interface EntryGroup {
  label: string
  entries: readonly Entry[]
}

/** How many of a group are shown before anything was typed, and after. */
const shownMost = { idle: 5, searching: 8 } as const

/**
 * The groups that match what was typed, best first. An entry matches when every word of the query begins one of its
 * words; what begins with the whole query goes before, and among equals the order given (recent first) stands.
 */
export function findEntries(query: string, groups: readonly EntryGroup[]): EntryGroup[] {
  const asked = fold(query)
  if (asked === '') {
    return groups.flatMap(({ label, entries }) => filled(label, entries.slice(0, shownMost.idle)))
  }
  return groups
    .map(({ label, entries }) => {
      const ranked = entries
        .map((entry) => ({ entry, rank: rankOf(entry, asked) }))
        .filter(({ rank }) => rank < misses)
        .sort((a, b) => a.rank - b.rank)
      return { label, rank: ranked[0]?.rank ?? misses, entries: ranked.map(({ entry }) => entry) }
    })
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ label, entries }) => filled(label, entries.slice(0, shownMost.searching)))
}

const misses = 3

function rankOf(entry: Entry, asked: string): number {
  const title = fold(entry.title)
  if (title.startsWith(asked)) return 0
  if (begins(title, asked)) return 1
  return begins(`${title} ${fold(entry.detail)} ${fold(entry.keywords ?? '')}`, asked) ? 2 : misses
}

/** Whether every word asked for begins a word of the text. Text without spaces (CJK) is looked into as a whole. */
function begins(text: string, asked: string): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u)
  return asked
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)) || (isDense(part) && text.includes(part)))
}

const isDense = (part: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(part)

/** Without case, accents and spare spaces. */
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim().replaceAll(/\s+/g, ' ')
}

function filled(label: string, entries: readonly Entry[]): EntryGroup[] {
  return entries.length > 0 ? [{ label, entries }] : []
}
