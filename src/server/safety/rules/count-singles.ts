/** Letters, digits, and signs that can stand for a letter. The euro sign is no letter. */
const runs = /(?<letters>[a-z\u0080-\u20ab\u20ad-\uffff]+)|\d+|[@$!|€]/gi
/** Fewer single letters in a row (`a`, `I`, `l'`) are as quick to check as words. */
const minRow = 5

/**
 * Counts single digits and signs between letters (`m4k3`), and single letters where at least five follow each other (`m a
 * k e s`). Each may begin a word in disguise, which takes a hundred times as long to find as a plain word.
 */
export function countSingles(text: string): number {
  let singles = 0
  let row = 0
  for (const { 0: run, groups } of text.matchAll(runs)) {
    if (groups?.letters === undefined) singles += run.length === 1 ? 1 : 0
    else row = run.length === 1 ? row + 1 : 0
    if (groups?.letters && row >= minRow) singles += row === minRow ? minRow : 1
  }
  return singles
}
