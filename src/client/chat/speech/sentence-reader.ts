import { plainText } from '#engine/prose/plain-text.ts'

/**
 * Splits a growing reply into what a screen reader announces: whole sentences, each once, as plain text. Announcing
 * every token would be unintelligible; waiting for the end can take half a minute.
 */
export class SentenceReader {
  /** How many characters of the text were read. */
  private position = 0

  /** The sentences that `text` completes since the last call. */
  next(text: string): string {
    const end = this.position + lastSentenceEnd(text.slice(this.position))
    return this.readTo(text, end)
  }

  /** What is left when the reply has ended. */
  rest(text: string): string {
    return this.readTo(text, text.length)
  }

  private readTo(text: string, end: number): string {
    const sentences = plainText(text.slice(this.position, end))
    this.position = end
    return sentences
  }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The end of the last complete sentence: the final segment may still grow. */
function lastSentenceEnd(text: string): number {
  let end = 0
  for (const { index } of segmenter.segment(text)) end = index
  return end
}
