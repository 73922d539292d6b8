import type { NextReply } from '#shared/chat.ts'
import type { BegunTurn } from '#shared/reply-events.ts'
import { replyErrorText } from './chat-errors.ts'
import type { ConversationMessage } from './messages.ts'
import type { ReplyEvent } from './reply-events.ts'
import type { ReplyOptions, ReplySource } from './reply-stream.ts'

export interface TurnDeps {
  readReply: (source: ReplySource, options: ReplyOptions) => AsyncIterable<ReplyEvent>
  stopReply: (conversationId: string, messageId: string) => Promise<void>
  /** Runs `run` before the next repaint, so that text which arrives in between is rendered once. */
  nextFrame: (run: () => void) => void
}

export interface TurnListeners {
  /** The server has the turn and the message that began it. */
  onBegin: (turn: BegunTurn) => void
  /** The model server is loading its model. */
  onLoading: () => void
  /** The whole text so far, at most once a frame. */
  onText: (text: string) => void
  onConnection: (connection: 'connected' | 'lost') => void
  onEnd: (end: TurnEnd) => void
  onError: (error: unknown) => void
}

export interface TurnEnd {
  /** The changes of the reply's message. */
  changes: Partial<ConversationMessage>
  /** Whether the server has refunded the message of the day. */
  isRefunded: boolean
  isHeldBack: boolean
  /** In a scene: the reply that has begun after it; null when it is the user's turn, undefined when it is not known. */
  next?: NextReply | null | undefined
}

/** Reads one reply, from the request that begins or joins it to its end. Its listeners own all state. */
export class Turn {
  private readonly deps: TurnDeps
  private readonly listeners: TurnListeners
  private readonly abortController = new AbortController()
  /** Null until the server has named the reply: before that it may or may not have the message. */
  private reply: { conversationId: string; messageId: string } | null = null
  private isDetached = false
  private isStopRequested = false
  private isFramePending = false
  text = ''

  constructor(deps: TurnDeps, listeners: TurnListeners) {
    this.deps = deps
    this.listeners = listeners
  }

  /** Reads the reply to its end. `textSoFar`: what a joined reply already has. */
  async read(source: ReplySource, textSoFar = ''): Promise<void> {
    if (!('begin' in source)) this.reply = 'join' in source ? source.join : source.continue
    this.text = textSoFar
    const { signal } = this.abortController
    const onConnection = (connection: 'connected' | 'lost') => {
      if (!signal.aborted) this.listeners.onConnection(connection)
    }
    try {
      for await (const event of this.deps.readReply(source, { signal, onConnection })) {
        if (signal.aborted) return
        this.onEvent(event)
        if (this.isDetached) return
      }
    } catch (error) {
      if (!signal.aborted) this.listeners.onError(error)
    }
  }

  /** Stops reading; the server goes on. A request that begins the turn is completed first, so that its result is known. */
  detach(): void {
    this.isDetached = true
    if (this.reply) this.abortController.abort()
  }

  /** Stops the reply on the server, as soon as the server has named it. */
  async stop(): Promise<void> {
    if (this.reply) await this.deps.stopReply(this.reply.conversationId, this.reply.messageId)
    else this.isStopRequested = true
  }

  private onEvent(event: ReplyEvent): void {
    if (event.type === 'turn') this.begin(event.data)
    else if (event.type === 'loading') this.listeners.onLoading()
    else if (event.type === 'delta') this.show(this.text + event.data.text)
    else if (event.type === 'replace') this.show(event.data.text)
    else if (event.type === 'done') {
      const { response, status, finish, unchecked, next } = event.data
      const changes = { content: response, status, finish, unchecked }
      this.listeners.onEnd({ changes, isRefunded: false, isHeldBack: false, next })
    } else {
      const { status, finish, refunded, errorType } = event.data
      const changes = { content: this.text, status, finish, error: replyErrorText(event.data) }
      this.listeners.onEnd({ changes, isRefunded: refunded, isHeldBack: errorType === 'held_back' })
    }
  }

  private begin(turn: BegunTurn): void {
    this.reply = turn
    this.listeners.onBegin(turn)
    if (this.isStopRequested) void this.stop().catch(() => {})
  }

  private show(text: string): void {
    this.text = text
    if (this.isFramePending) return
    this.isFramePending = true
    this.deps.nextFrame(() => {
      this.isFramePending = false
      if (!this.abortController.signal.aborted) this.listeners.onText(this.text)
    })
  }
}
