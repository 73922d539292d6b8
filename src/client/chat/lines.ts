import type { HistoryEntry, Message, MessageStatus } from '#shared/chat.ts'

/** One line of the transcript: a stored message, or one that is on its way. */
export interface Line {
  /** Stays the same from the moment the line is shown, so that nothing is drawn twice. */
  key: string
  /** The server's id; null until it has the line. */
  id: string | null
  role: 'user' | 'character'
  content: string
  /** `sending` and `unsent` are the client's own: the server does not have these lines (yet). */
  status: MessageStatus | 'sending' | 'unsent'
  /** Why a reply failed or broke off, in words for the player. */
  error: string | null
  createdAt: number
}

export function lineOf(message: Message, key = message.id): Line {
  const { id, role, content, status, createdAt } = message
  return { key, id, role, content, status, error: message.error?.userMessage ?? null, createdAt }
}

export function newLine(line: Pick<Line, 'key' | 'role' | 'createdAt'> & Partial<Line>): Line {
  return { id: null, content: '', status: 'complete', error: null, ...line }
}

/** Older messages go before; one that is already there (the page's edge moved meanwhile) is not shown twice. */
export function prependOlder(lines: readonly Line[], older: readonly Message[]): Line[] {
  const known = new Set(lines.map((line) => line.id))
  return [...older.filter((message) => !known.has(message.id)).map((message) => lineOf(message)), ...lines]
}

/**
 * The newest page as the server has it now, under the older lines that were loaded before. `joined` is false when the
 * page no longer touches them: then it stands alone.
 */
export function renewPage(lines: readonly Line[], page: readonly Message[]): { lines: Line[]; joined: boolean } {
  const keys = new Map(lines.map((line) => [line.id, line.key]))
  const fresh = page.map((message) => lineOf(message, keys.get(message.id)))
  const seam = lines.findIndex((line) => line.id !== null && line.id === page[0]?.id)
  return { lines: [...lines.slice(0, Math.max(0, seam)), ...fresh], joined: seam >= 0 }
}

/** The same lines with one of them changed. */
export function changeLine(lines: readonly Line[], key: string, changes: Partial<Line>): Line[] {
  return lines.map((line) => (line.key === key ? { ...line, ...changes } : line))
}

/** A bubble that only says "failed" makes way for the next turn, as it does on the server; spoken words stay. */
export function isKept(line: Line): boolean {
  return line.status !== 'failed' || line.content !== ''
}

/** What seeds a conversation: the lines the player saw before the first one they sent. */
export function historyOf(lines: readonly Line[], sent: string): HistoryEntry[] {
  return lines
    .filter((line) => line.key !== sent && line.status === 'complete' && line.content !== '')
    .map((line) => ({ role: line.role === 'user' ? 'user' : 'assistant', content: line.content }))
}
