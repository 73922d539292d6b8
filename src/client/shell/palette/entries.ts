import { foldText } from '#shared/fold-text.ts'
import type { FoundMessage } from '#shared/message-search.ts'

/** A destination or an action listed in the palette. */
export interface Entry {
  id: string
  title: string
  /** Secondary text: the character's name or category. */
  detail: string
  /** The path it leads to, or what it does. */
  to: string | (() => void)
  /** Further words that match a query. */
  keywords?: string
  avatar?: { name: string; src: string; hue: number }
  /** The text of a message that the server found: it matches any query, and the matches are highlighted. */
  snippet?: FoundMessage['snippet']
  state?: unknown
}

export interface EntryGroup {
  label: string
  entries: readonly Entry[]
}

/** The maximum number of entries per group, without and with a query. */
const groupLimits = { idle: 5, searching: 8 } as const

/**
 * Lists the groups that match the query, best match first. An entry matches if every word of the query is a prefix of one
 * of its words. Titles that start with the whole query rank first; equal ranks keep the given order (recent first).
 */
export function findEntries(query: string, groups: readonly EntryGroup[]): EntryGroup[] {
  const search = foldText(query)
  if (search === '') {
    return groups.flatMap(({ label, entries }) => nonEmptyGroup(label, entries.slice(0, groupLimits.idle)))
  }
  return groups
    .map(({ label, entries }) => {
      const ranked = entries
        .map((entry) => ({ entry, rank: rankOf(entry, search) }))
        .filter(({ rank }) => rank < noMatch)
        .sort((a, b) => a.rank - b.rank)
      return { label, rank: ranked[0]?.rank ?? noMatch, entries: ranked.map(({ entry }) => entry) }
    })
    .sort((a, b) => a.rank - b.rank)
    .flatMap(({ label, entries }) => nonEmptyGroup(label, entries.slice(0, groupLimits.searching)))
}

const lastRank = 2
const noMatch = 3

function rankOf(entry: Entry, search: string): number {
  if (entry.snippet) return lastRank
  const title = foldText(entry.title)
  if (title.startsWith(search)) return 0
  if (hasPrefixes(title, search)) return 1
  return hasPrefixes(`${title} ${foldText(entry.detail)} ${foldText(entry.keywords ?? '')}`, search) ? 2 : noMatch
}

/** Whether every word of the search is a prefix of a word of the text. In scripts without spaces, any substring matches. */
function hasPrefixes(text: string, search: string): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u)
  return search
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)) || (isUnspaced(part) && text.includes(part)))
}

const isUnspaced = (part: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(part)

function nonEmptyGroup(label: string, entries: readonly Entry[]): EntryGroup[] {
  return entries.length > 0 ? [{ label, entries }] : []
}
