import { closingMarks } from '../prose/typography.ts'
import { withoutOpening } from './close-marks.ts'

export interface TrimmedReply {
  text: string
  /** True if the text still ends inside a sentence. */
  isCut: boolean
}

/** A smaller share of the reply is not worth losing the rest for. */
const minKeptShare = 0.5

/**
 * Ends a reply that reached its maximum length at its last whole sentence, and closes the quotation marks and asterisks
 * that are open there. If less than half of the text would remain, the text is kept as it is. Linear time, never throws.
 *
 * @param existingLength the length of the text before the continuation; more than that remains
 * @example
 * trimToSentence('*She nods.* "Come in. Mind the st') // { text: '*She nods.* "Come in."', isCut: false }
 * trimToSentence('Yes. I walked along the harbour and') // { text: 'Yes. I walked along the harbour and', isCut: true }
 */
export function trimToSentence(reply: string, existingLength = 0): TrimmedReply {
  const text = reply.trimEnd()
  const kept = withoutOpening(text.slice(0, findLastEnd(text)))
  if (kept.length < text.length * minKeptShare) return { text, isCut: true }
  if (existingLength > 0 && kept.length <= existingLength) return { text, isCut: true }
  return { text: kept + closingMarks(kept), isCut: false }
}

/**
 * Where a sentence may end: after its punctuation and the marks that close there, after an action or a speech without
 * punctuation (`*nods*`), or before a line break. Full-width and other non-Latin punctuation needs no space after it.
 */
const candidates =
  /(?:[.!?…‥~～♪♡♥]+["'”’“»«)\]*_]*(?=\s|$)|[^\P{Sentence_Terminal}.!?]+["'”’»」』）)\]*_]*|(?<=\S)["”」』*_](?=\s|$)|\n)/gu

/** The end of the last whole sentence; 0 if there is none. */
function findLastEnd(text: string): number {
  let last = 0
  for (const match of text.matchAll(candidates)) {
    const end = match.index + match[0].length
    if (match[0] === '\n') last = Math.max(last, text.slice(last, match.index).trimEnd().length + last)
    else if (!goesOn(text, end) && isEnd(text, match.index, match[0])) last = end
  }
  return last
}

/** A sentence that goes on after its punctuation does so in lower case: `"Why?" she asks`. */
function goesOn(text: string, end: number): boolean {
  next.lastIndex = end
  return next.test(text)
}
const next = /\s*["“„«*_(]*\p{Lowercase_Letter}/uy

function isEnd(text: string, start: number, mark: string): boolean {
  if (mark.startsWith('.')) return !isAbbreviated(text, start, mark)
  const opener = openers[mark]
  return opener === undefined || isWholeSentence(text, text.lastIndexOf(opener, start - 1))
}

/** The marks that close an action or a speech, and what opens it. */
const openers: Record<string, string> = { '*': '*', _: '_', '"': '"', '”': '“', '」': '「', '』': '『' }

/** True if an action or a speech stands for itself: at the start of its line, or after the end of another sentence. */
function isWholeSentence(text: string, start: number): boolean {
  if (start === -1) return false
  let before = start - 1
  while (text[before] === ' ') before -= 1
  return before < 0 || /[\n.!?…"”»」』*_]/.test(text.charAt(before))
}

const abbreviations = /(?:^|[\s"“„«(*_])(?:Mrs?|Ms|Dr|Prof|St|Sr|Jr|Sra?|Mme|Mlle|vs|e\.g|i\.e|z\.B|(?!I)\p{Lu})$/u
const listNumber = /(?:^|\n)\s*\d{1,3}$/

/** True for the dot of `Dr.`, of an initial, and of a number at the start of a line. */
function isAbbreviated(text: string, dot: number, mark: string): boolean {
  const before = text.slice(Math.max(0, dot - 12), dot)
  return mark === '.' && (abbreviations.test(before) || listNumber.test(before))
}
