const tags = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
]

/**
 * Leaves out what a reasoning model thinks aloud before it speaks: `<think>…</think>` at the very start of a reply, as
 * some local servers send it. Anywhere else the tags are text like any other.
 */
export class Thinking {
  #state: 'start' | 'inside' | 'over' = 'start'
  #held = ''
  #close = ''

  leaveOut(piece: string): string {
    if (this.#state === 'over') return piece
    this.#held += piece
    if (this.#state === 'start') this.#look()
    return this.#state === 'inside' ? this.#skip() : this.#release()
  }

  /** The reply is over. */
  end(): string {
    const held = this.#state === 'inside' ? '' : this.#held
    this.#held = ''
    this.#state = 'over'
    return held
  }

  #look(): void {
    const start = this.#held.trimStart()
    const tag = tags.find(({ open }) => start.startsWith(open))
    if (tag !== undefined) {
      this.#state = 'inside'
      this.#close = tag.close
      this.#held = start.slice(tag.open.length)
    } else if (!tags.some(({ open }) => open.startsWith(start))) {
      this.#state = 'over'
    }
  }

  #skip(): string {
    const at = this.#held.indexOf(this.#close)
    if (at === -1) {
      // Only the tail can still become the closing tag.
      this.#held = this.#held.slice(-this.#close.length)
      return ''
    }
    this.#held = this.#held.slice(at + this.#close.length).trimStart()
    // White space after the closing tag may still be on its way; it belongs to the thinking.
    if (this.#held === '') {
      this.#close = ''
      return ''
    }
    this.#state = 'over'
    return this.#release()
  }

  #release(): string {
    if (this.#state === 'start') return ''
    const held = this.#held
    this.#held = ''
    return held
  }
}
