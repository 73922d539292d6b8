import type { SnippetPart } from '#shared/message-search.ts'
import { type Piece, readPieces } from '../indexing/words.ts'
import type { Clause, QueryWord } from './message-query.ts'

interface Range {
  start: number
  end: number
}

/** Places of a clause that are highlighted. */
const maxPlaces = 20

/** The matches of the clauses in a text, in the order of the text; null when a clause has none. */
export function findMatches(text: string, clauses: Clause[]): Range[] | null {
  const pieces = readPieces(text)
  const ranges: Range[] = []
  for (const clause of clauses) {
    const places = findClause(pieces, clause)
    if (places.length === 0) return null
    ranges.push(...places)
  }
  return mergeRanges(ranges)
}

function findClause(pieces: Piece[], clause: Clause): Range[] {
  const places: Range[] = []
  for (let at = 0; at + clause.length <= pieces.length && places.length < maxPlaces; at += 1) {
    const found = clause.map((word, index) => {
      const piece = pieces[at + index]
      return piece && findWord(piece, word, { isFirst: index === 0, isLast: index === clause.length - 1 })
    })
    const [first, last] = [found[0], found.at(-1)]
    if (first && last && found.every(Boolean)) places.push({ start: first.start, end: last.end })
  }
  return places
}

/** In a run without spaces, the first word of a phrase is at its end, and the last one at its beginning. */
function findWord(piece: Piece, word: QueryWord, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }) {
  const { start, end, folded, isUnspaced } = piece
  if (isUnspaced !== word.isUnspaced) return null
  if (!isUnspaced)
    return (word.isPrefix ? folded.startsWith(word.folded) : folded === word.folded) ? { start, end } : null
  const at = isFirst && !isLast ? folded.lastIndexOf(word.folded) : folded.indexOf(word.folded)
  const mustBeAt = isFirst ? (isLast ? at : folded.length - word.folded.length) : 0
  if (at < 0 || at !== mustBeAt || (!isFirst && !isLast && folded !== word.folded)) return null
  // Folding a run can change its length: then all of it is highlighted.
  if (folded.length !== end - start) return { start, end }
  return { start: start + at, end: start + at + word.folded.length }
}

function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}

/** UTF-16 code units of a snippet before its first match, and in all. */
const snippetBefore = 60
const snippetLength = 220

/** The text around the first match, in one line and without markup. */
export function createSnippet(text: string, matches: Range[]): SnippetPart[] {
  const first = matches[0]?.start ?? 0
  const start = first <= snippetBefore ? 0 : nextBreak(text, first - snippetBefore, first)
  const end = Math.min(text.length, start + snippetLength)
  const parts: SnippetPart[] = start > 0 ? [{ text: '…', isMatch: false }] : []
  let at = start
  for (const match of matches) {
    if (match.start >= end) break
    parts.push({ text: text.slice(at, match.start), isMatch: false })
    at = Math.min(match.end, end)
    parts.push({ text: text.slice(match.start, at), isMatch: true })
  }
  parts.push({ text: text.slice(at, end) + (end < text.length ? '…' : ''), isMatch: false })
  return parts.map((part) => ({ ...part, text: withoutMarkup(part.text) })).filter((part) => part.text !== '')
}

/** The position after the next space, so that the snippet begins with a whole word. */
function nextBreak(text: string, from: number, before: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < before ? space + 1 : from
}

const withoutMarkup = (text: string) =>
  text
    .replaceAll(/[*_`~#>|\\]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .toWellFormed()
