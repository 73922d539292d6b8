export interface PassageRange {
  /** UTF-16 code units of the text. */
  start: number
  end: number
}

/** UTF-16 code units: about three sentences, so that several fit into a prompt. */
const maxLength = 480
/** A part that is shorter stays with the one before it. */
const minLength = 80

/**
 * Splits a text into passages of whole sentences if possible. Together they are the text.
 *
 * @example
 * splitPassages('Short.') // [{ start: 0, end: 6 }]
 * splitPassages('') // []
 */
export function splitPassages(text: string): PassageRange[] {
  const passages: PassageRange[] = []
  for (let start = 0; start < text.length; ) {
    const isRest = text.length - start <= maxLength + minLength
    const end = isRest ? text.length : start + findEnd(text.slice(start, start + maxLength))
    passages.push({ start, end })
    start = end
  }
  return passages
}

/** After the last line, sentence or word that ends in the second half; else at the end. */
function findEnd(part: string): number {
  const half = part.length / 2
  for (const boundary of [/\n+/g, /[.!?…。！？]["”'’*)\]]*\s+/g, /\s+/g]) {
    const last = [...part.matchAll(boundary)].at(-1)
    if (last && last.index > half) return last.index + last[0].length
  }
  const code = part.charCodeAt(part.length - 1)
  return code >= 0xd800 && code < 0xdc00 ? part.length - 1 : part.length
}
