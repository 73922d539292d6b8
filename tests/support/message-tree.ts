/** A model of a conversation's tree in plain data, written from what users are promised and not from the server's code. */
export interface ModelMessage {
  id: string
  parent: string | null
  role: 'user' | 'character'
  text: string
  /** The deleted message with which it is hidden. */
  hiddenBy: string | null
  isEdited: boolean
}

export class MessageTree {
  /** In the order in which they were said. */
  readonly messages: ModelMessage[] = []
  /** Every leaf that was shown, oldest first. */
  readonly #shown: string[] = []

  get leaf(): string {
    return this.#shown.at(-1) ?? ''
  }

  find(id: string): ModelMessage {
    const message = this.messages.find((one) => one.id === id)
    if (!message) throw new Error(`The model has no message ${id}.`)
    return message
  }

  /** The messages from the first to this one. */
  path(id = this.leaf): ModelMessage[] {
    const path: ModelMessage[] = []
    for (let next: string | null = id; next; next = path[0]?.parent ?? null) path.unshift(this.find(next))
    return path
  }

  versions(id: string): string[] {
    const { parent } = this.find(id)
    return this.#below(parent)
  }

  later(): string[] {
    return this.#below(this.leaf)
  }

  /** What can be found on any branch. */
  visible(): ModelMessage[] {
    return this.messages.filter(({ hiddenBy }) => !hiddenBy)
  }

  hidden(): ModelMessage[] {
    return this.messages.filter(({ hiddenBy }) => hiddenBy)
  }

  deleted(): ModelMessage[] {
    return this.messages.filter(({ id, hiddenBy }) => id === hiddenBy)
  }

  /** Adds messages, each below the one before, and shows the last. */
  say(parent: string | null, ...said: Pick<ModelMessage, 'id' | 'role' | 'text'>[]): void {
    let above = parent
    for (const message of said) {
      this.messages.push({ ...message, parent: above, hiddenBy: null, isEdited: false })
      above = message.id
    }
    this.#shown.push(above ?? '')
  }

  editReply(id: string, editedId: string, text: string): void {
    const reply = this.find(id)
    for (const message of this.messages) if (message.parent === id) message.parent = editedId
    this.messages.push({ ...reply, id: editedId, text, isEdited: true })
    this.#shown.splice(0, Number.POSITIVE_INFINITY, ...this.#shown.map((leaf) => (leaf === id ? editedId : leaf)))
  }

  choose(id: string): void {
    if (!this.path().some((message) => message.id === id)) this.#shown.push(this.#lastShownBelow(id))
  }

  goBack(id: string): void {
    this.#shown.push(id)
  }

  /** Whether it can be deleted. */
  delete(id: string): boolean {
    const versions = this.versions(id)
    const index = versions.indexOf(id)
    const next = versions[index - 1] ?? versions[index + 1]
    const { parent } = this.find(id)
    const isShown = this.path().some((message) => message.id === id)
    if (!next && !parent) return false
    for (const message of this.messages) {
      const isBelow = this.path(message.id).some((above) => above.id === id)
      if (isBelow) message.hiddenBy ??= id
    }
    if (isShown) this.#shown.push(next ? this.#lastShownBelow(next) : (parent ?? ''))
    return true
  }

  /** Whether it can be restored. */
  restore(id: string, atLeaf = this.leaf): boolean {
    const { parent } = this.find(id)
    if (parent && this.find(parent).hiddenBy) return false
    for (const message of this.messages) if (message.hiddenBy === id) message.hiddenBy = null
    if (atLeaf === this.leaf) this.#shown.push(this.#lastShownBelow(id))
    return true
  }

  #below(parent: string | null): string[] {
    return this.messages.filter((message) => message.parent === parent && !message.hiddenBy).map(({ id }) => id)
  }

  /** The leaf that was shown last at or below a message; the newest one where that is deleted. */
  #lastShownBelow(id: string): string {
    const last = this.#shown.findLast((leaf) => this.path(leaf).some((above) => above.id === id))
    return last && !this.find(last).hiddenBy ? last : this.#newestBelow(id)
  }

  #newestBelow(id: string): string {
    const next = this.#below(id).at(-1)
    return next ? this.#newestBelow(next) : id
  }
}
