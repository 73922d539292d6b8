import { readPairs } from '#engine/memory/read-terms.ts'
import { readPieces, wordToken } from '../indexing/words.ts'

/** What a message must contain: one word, or the words of a phrase one after the other. */
export type Clause = QueryWord[]

export interface QueryWord {
  folded: string
  isUnspaced: boolean
  /** Also the beginning of a word matches. */
  isPrefix: boolean
}

/** A token that a message must have in the index, or the beginning of one. */
export interface QueryToken {
  token: string
  isPrefix: boolean
}

/** Words of a query; further ones are ignored. */
const maxWords = 10
/** Pairs of letters of a query that are looked up: each match is compared with the whole query afterwards. */
const maxPairs = 20
/** A single letter is the beginning of too many words. */
const shortestPrefix = 2
const quotes = /["“”„«»]/

/** Words, and phrases in quotes; the last word also matches as the beginning of one, unless its phrase is closed. */
export function parseQuery(search: string): Clause[] {
  const clauses: Clause[] = []
  const parts = search.split(quotes)
  let left = maxWords
  for (const [index, part] of parts.entries()) {
    const words = readPieces(part)
      .filter(({ folded }) => folded !== '')
      .slice(0, left)
      .map(({ folded, isUnspaced }) => ({ folded, isUnspaced, isPrefix: false }))
    left -= words.length
    const last = words.at(-1)
    if (last && index === parts.length - 1) last.isPrefix = !last.isUnspaced && last.folded.length >= shortestPrefix
    const isPhrase = index % 2 === 1
    if (words.length > 0) clauses.push(...(isPhrase ? [words] : words.map((word) => [word])))
  }
  return clauses
}

/** Tokens that every message has in the index that meets all clauses. */
export function queryTokens(clauses: Clause[]): QueryToken[] {
  const tokens = new Map<string, QueryToken>()
  for (const { folded, isUnspaced, isPrefix } of clauses.flat()) {
    const words = isUnspaced ? readPairs(folded).slice(0, maxPairs) : [wordToken(folded)]
    for (const token of words) {
      tokens.set(token, { token, isPrefix: isPrefix && (tokens.get(token)?.isPrefix ?? true) })
    }
  }
  return [...tokens.values()]
}
