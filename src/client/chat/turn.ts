import type { BegunTurn } from '#shared/chat.ts'
import type { Cell } from './cell.ts'
import { wordsForFault } from './chat-errors.ts'
import type { ConversationState } from './conversation-state.ts'
import { changeLine, type Line } from './lines.ts'
import type { ReplyEvent } from './reply-events.ts'
import type { ReplyOptions, ReplySource } from './reply-stream.ts'

export interface TurnParts {
  readReply: (source: ReplySource, options: ReplyOptions) => AsyncIterable<ReplyEvent>
  stopReply: (conversationId: string, messageId: string) => Promise<void>
  /** Runs something before the next picture is drawn: text that arrives in between is drawn once. */
  nextFrame: (run: () => void) => void
}

export interface TurnListeners {
  /** The server has the turn, and what was said with it. */
  began: (turn: BegunTurn) => void
  /** The reply is over, one way or another. */
  settled: () => void
  refused: (error: unknown) => void
}

/** One reply, from the moment it is asked for (or joined) to its end, written into the line `key`. */
export class Turn {
  private readonly parts: TurnParts
  private readonly cell: Cell<ConversationState>
  private readonly key: string
  private readonly listeners: TurnListeners
  private readonly line = new AbortController()
  /** Nothing was heard yet: whether the server has the player's line is not known. */
  private beginning = false
  private left = false
  private stopWanted = false
  private framePending = false
  text = ''

  constructor(parts: TurnParts, cell: Cell<ConversationState>, key: string, listeners: TurnListeners) {
    this.parts = parts
    this.cell = cell
    this.key = key
    this.listeners = listeners
  }

  /** Reads the reply to its end; `sofar` is what is known of it. */
  async follow(source: ReplySource, sofar = ''): Promise<void> {
    this.beginning = 'begin' in source
    this.text = sofar
    this.cell.set({ turn: sofar ? 'replying' : 'waiting', live: { key: this.key, text: sofar } })
    const { signal } = this.line
    const onConnection = (connection: 'connected' | 'lost') => !signal.aborted && this.cell.set({ connection })
    try {
      for await (const event of this.parts.readReply(source, { signal, onConnection })) {
        if (signal.aborted) return
        this.hear(event)
        if (this.left) return
      }
    } catch (error) {
      if (!signal.aborted) this.listeners.refused(error)
    }
  }

  /** Stops listening. A request whose fate is unknown is let through first, so that no line hangs between two fates. */
  leave(): void {
    this.left = true
    if (!this.beginning) this.line.abort()
  }

  async stop(): Promise<void> {
    const { conversationId, lines } = this.cell.get()
    const messageId = lines.find((line) => line.key === this.key)?.id
    if (this.beginning || !conversationId || !messageId) this.stopWanted = true
    else await this.parts.stopReply(conversationId, messageId)
  }

  settle(changes: Partial<Line>): void {
    const { lines } = this.cell.get()
    this.cell.set({ lines: changeLine(lines, this.key, changes), turn: 'idle', live: null, connection: 'connected' })
    this.listeners.settled()
  }

  private hear(event: ReplyEvent): void {
    if (event.type === 'turn') this.began(event.data)
    else if (event.type === 'delta') this.grow(event.data.text)
    else if (event.type === 'done') this.settle({ content: event.data.response, status: event.data.status })
    else this.settle({ content: this.text, status: event.data.status, error: wordsForFault(event.data) })
  }

  private began(turn: BegunTurn): void {
    this.beginning = false
    this.cell.set({ lines: changeLine(this.cell.get().lines, this.key, { id: turn.messageId }) })
    this.listeners.began(turn)
    if (this.stopWanted) void this.stop().catch(() => {})
  }

  private grow(text: string): void {
    this.text += text
    if (this.cell.get().turn === 'waiting') this.cell.set({ turn: 'replying' })
    if (this.framePending) return
    this.framePending = true
    this.parts.nextFrame(() => {
      this.framePending = false
      if (this.cell.get().live?.key === this.key) this.cell.set({ live: { key: this.key, text: this.text } })
    })
  }
}
