/** Characters from the first word of a phrase to its last, however much stands between its words. */
export const longestPhrase = 1_000

/** A phrase of a cue at its place in the text, or an exception: what overlaps an exception is no phrase of that cue. */
export interface Occurrence {
  cue: string
  isException: boolean
  start: number
  /** Where its first word begins that is no function word: from there on it is held back. */
  heldFrom: number
  end: number
}
