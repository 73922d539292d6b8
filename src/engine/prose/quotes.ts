/** Marks between white space and an opening quotation mark: marks of Markdown and other quotation marks. */
const passedOver = /[*_~"'“‘]/
/** The most of these marks, so that a text of nothing else takes linear time. */
const maxPassedOver = 16
const beforeOpening = /[\s([{<\u2010-\u2015/-]/
/** Short forms that begin with an apostrophe. */
const elision = /^(?:\d|(?:tis|twas|twere|twill|em|til|till|cause|cos|bout|n|round|neath|kay)\b)/i

/**
 * Sets straight quotation marks and apostrophes as curly ones. Every other character stays, and so does the length: a
 * position in the text is the same position in the result. Inches and minutes (5'10") stay straight.
 *
 * @example
 * typesetQuotes(`"It's late," she said.`) // '“It’s late,” she said.'
 */
export function typesetQuotes(text: string): string {
  let isOpen = false
  return text.replaceAll(/["']|\n\s*\n/g, (mark, index: number) => {
    const canOpen = isOpening(text, index)
    if (mark === '"') {
      if (!canOpen && !isOpen) return /\d/.test(text[index - 1] ?? '') ? mark : '”'
      isOpen = canOpen
      return canOpen ? '“' : '”'
    }
    if (mark === "'") {
      if (canOpen) return elision.test(text.slice(index + 1, index + 8)) ? '’' : '‘'
      return isMeasure(text, index) ? mark : '’'
    }
    // A quotation ends with its paragraph.
    isOpen = false
    return mark
  })
}

/** Whether a mark stands at the beginning of a word. */
function isOpening(text: string, index: number): boolean {
  let before = index - 1
  while (before >= 0 && index - before < maxPassedOver && passedOver.test(text[before] ?? '')) before -= 1
  let after = index + 1
  while (after - index < maxPassedOver && passedOver.test(text[after] ?? '')) after += 1
  const next = text[after]
  return (before < 0 || beforeOpening.test(text[before] ?? '')) && next !== undefined && !/\s/.test(next)
}

/** Whether an apostrophe stands for feet or minutes: between two digits, or after one at the end of a word. */
function isMeasure(text: string, index: number): boolean {
  return /\d/.test(text[index - 1] ?? '') && !/\p{L}/u.test(text[index + 1] ?? '')
}
