/**
 * What a screen reader is told of a reply while it is written: whole sentences, each once, in plain words. Token by
 * token would be a stutter; nothing until the end would be a silence of half a minute.
 */
export class Spoken {
  /** How much of the text was announced. */
  private told = 0

  /** The sentences that `text` completes since the last call. */
  next(text: string): string {
    const end = this.told + lastSentenceEnd(text.slice(this.told))
    return this.tell(text, end)
  }

  /** Whatever is left when the reply is over. */
  rest(text: string): string {
    return this.tell(text, text.length)
  }

  private tell(text: string, end: number): string {
    const words = plainWords(text.slice(this.told, end))
    this.told = end
    return words
  }
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Where the last sentence that is surely over ends: the final segment may still grow. */
function lastSentenceEnd(text: string): number {
  let end = 0
  for (const { index } of sentences.segment(text)) end = index
  return end
}

/** The words without the marks that only the eye needs. */
export function plainWords(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`~#>|\\]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
