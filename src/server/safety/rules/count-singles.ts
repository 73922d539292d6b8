const signs = '@$!|€'
/** Fewer single letters in a row (`a`, `I`, `l'`) are as quick to check as words. */
const minRow = 5

/** 0: a character that no word has, 1: a letter, 2: a digit, 3: a sign that can stand for a letter. */
function kindOf(code: number): 0 | 1 | 2 | 3 {
  if (code >= 48 && code < 58) return 2
  const lower = code | 32
  if ((lower >= 97 && lower <= 122) || (code > 127 && code !== 0x20ac)) return 1
  return signs.includes(String.fromCharCode(code)) ? 3 : 0
}

/**
 * Counts single digits and signs between letters (`m4k3`), and single letters where at least five follow each other (`m a
 * k e s`). Each may begin a word in disguise, which takes a hundred times as long to find as a plain word.
 */
export function countSingles(text: string): number {
  let singles = 0
  let row = 0
  let run = 0
  let before = 0
  for (let index = 0; index <= text.length; index += 1) {
    const kind = index < text.length ? kindOf(text.charCodeAt(index)) : 0
    if (kind === before && kind !== 3) {
      run += 1
      continue
    }
    if (before === 1) {
      row = run === 1 ? row + 1 : 0
      if (row >= minRow) singles += row === minRow ? minRow : 1
    } else if (before !== 0 && run === 1) singles += 1
    run = 1
    before = kind
  }
  return singles
}
