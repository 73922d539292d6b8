const tags = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
]

/**
 * Removes `<think>…</think>` at the start of a reply, as some local servers send the thinking of a reasoning model.
 * Anywhere else the tags are ordinary text.
 */
export class ThinkingFilter {
  #state: 'start' | 'inside' | 'done' = 'start'
  #held = ''
  #closingTag = ''

  /** The text that can be passed on after this piece. */
  filter(piece: string): string {
    if (this.#state === 'done') return piece
    this.#held += piece
    if (this.#state === 'start') this.#findOpeningTag()
    return this.#state === 'inside' ? this.#findClosingTag() : this.#release()
  }

  /** Call at the end of the reply: returns the text that was held back. */
  end(): string {
    const held = this.#state === 'inside' ? '' : this.#held
    this.#held = ''
    this.#state = 'done'
    return held
  }

  #findOpeningTag(): void {
    const start = this.#held.trimStart()
    const tag = tags.find(({ open }) => start.startsWith(open))
    if (tag !== undefined) {
      this.#state = 'inside'
      this.#closingTag = tag.close
      this.#held = start.slice(tag.open.length)
    } else if (!tags.some(({ open }) => open.startsWith(start))) {
      this.#state = 'done'
    }
  }

  #findClosingTag(): string {
    const index = this.#held.indexOf(this.#closingTag)
    if (index === -1) {
      // Only the end can still become the closing tag.
      this.#held = this.#held.slice(-this.#closingTag.length)
      return ''
    }
    this.#held = this.#held.slice(index + this.#closingTag.length).trimStart()
    // Removes white space after the closing tag too, which may come in the next piece.
    if (this.#held === '') {
      this.#closingTag = ''
      return ''
    }
    this.#state = 'done'
    return this.#release()
  }

  #release(): string {
    if (this.#state === 'start') return ''
    const held = this.#held
    this.#held = ''
    return held
  }
}
