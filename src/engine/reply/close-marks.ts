import { closingMarks } from '../prose/typography.ts'

/** A longer reply is left as it is: a reply has a few thousand characters. */
const maxLength = 200_000

/**
 * Closes the quotation marks and asterisks that a reply leaves open, in each of its paragraphs, and removes those at the end
 * of a paragraph that open nothing. A paragraph that this cannot mend is left as it is. Linear time, never throws.
 *
 * @example
 * closeMarks('*She nods.\n\n"Come in.') // '*She nods.*\n\n"Come in."'
 * closeMarks('"Come in." *') // '"Come in."'
 */
export function closeMarks(reply: string): string {
  if (reply.length > maxLength) return reply
  return reply
    .split(/(\n[^\S\n]*\n\s*)/)
    .map((part, at) => (at % 2 === 0 ? closeParagraph(part) : part))
    .join('')
}

function closeParagraph(paragraph: string): string {
  if (closingMarks(paragraph) === '') return paragraph
  const end = paragraph.trimEnd()
  const kept = withoutOpening(end)
  const closed = kept + closingMarks(kept)
  return kept !== '' && closingMarks(closed) === '' ? closed + paragraph.slice(end.length) : paragraph
}

/**
 * Removes a mark at the end that opens what never came: `はい。*彼女は` without its last words.
 *
 * @example
 * withoutOpening('はい。*') // 'はい。'
 */
export function withoutOpening(text: string): string {
  const [mark = ''] = /[*_"“„«」「『]{1,3}$/.exec(text) ?? []
  const before = text.slice(0, text.length - mark.length)
  return mark !== '' && closingMarks(text).length > closingMarks(before).length ? before.trimEnd() : text
}
