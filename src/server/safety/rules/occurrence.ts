/** The most characters from the beginning of a phrase to its end, spaces and skipped words included. */
export const longestPhrase = 1_000

/** Where a text contains a phrase of a cue, or an exception: phrases of the cue that overlap an exception do not count. */
export interface Occurrence {
  cue: string
  isException: boolean
  start: number
  /** The offset of its first word that is not a function word. The text is held back from there. */
  heldFrom: number
  end: number
}
