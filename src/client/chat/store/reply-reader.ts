import type { ReplyEvent } from '#client/lib/reply-events.ts'
import { replyErrorText } from './chat-errors.ts'
import type { ConversationDeps } from './conversation-deps.ts'
import type { ConversationEvent, Effect, Stamp } from './conversation-events.ts'

type ReadEffect = Extract<Effect, { type: 'read' }>

/** Reads one reply, from the request that begins or joins it to its end. */
export class ReplyReader {
  private readonly deps: ConversationDeps
  private readonly wanted: ReadEffect
  private readonly runner: { dispatch: (event: ConversationEvent) => void; stamp: () => Stamp }
  private readonly abortController = new AbortController()
  /** Null until the server has named the reply: before that it may or may not have the message. */
  private reply: { conversationId: string; messageId: string } | null
  private isDetached = false
  private isStopRequested = false
  private isFramePending = false
  private text: string

  constructor(deps: ConversationDeps, wanted: ReadEffect, runner: ReplyReader['runner']) {
    const { source, before } = wanted
    this.deps = deps
    this.wanted = wanted
    this.runner = runner
    this.text = before?.content ?? ''
    this.reply = 'begin' in source ? null : 'join' in source ? source.join : source.continue
  }

  async read(): Promise<void> {
    const { source, replyKey, before } = this.wanted
    const { signal } = this.abortController
    const onConnection = (connection: 'connected' | 'lost') => {
      if (!signal.aborted) this.runner.dispatch({ type: 'set', changes: { connection } })
    }
    try {
      for await (const event of this.deps.readReply(source, { signal, onConnection })) {
        if (signal.aborted) return
        this.onEvent(event)
        if (this.isDetached) return
      }
    } catch (error) {
      if (signal.aborted) return
      const { text } = this
      if ('join' in source) this.runner.dispatch({ type: 'lost', replyKey, text })
      else this.runner.dispatch({ type: 'refused', replyKey, error, before: before && { ...before, content: text } })
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
    const { replyKey } = this.wanted
    if (event.type === 'turn') {
      this.reply = event.data
      this.runner.dispatch({ type: 'begun', replyKey, turn: event.data })
      if (this.isStopRequested) void this.stop().catch(() => {})
    } else if (event.type === 'loading') this.runner.dispatch({ type: 'set', changes: { isModelLoading: true } })
    else if (event.type === 'delta') this.show(this.text + event.data.text)
    else if (event.type === 'replace') this.show(event.data.text)
    else this.runner.dispatch({ type: 'ended', replyKey, end: endOf(event, this.text), stamp: this.runner.stamp() })
  }

  /** Text that arrives before the next repaint is rendered once. */
  private show(text: string): void {
    this.text = text
    if (this.isFramePending) return
    this.isFramePending = true
    this.deps.nextFrame(() => {
      this.isFramePending = false
      const { replyKey } = this.wanted
      if (!this.abortController.signal.aborted) this.runner.dispatch({ type: 'text', replyKey, text: this.text })
    })
  }
}

function endOf(event: Extract<ReplyEvent, { type: 'done' | 'error' }>, text: string) {
  const { status, finish } = event.data
  if (event.type === 'done') {
    const { response, unchecked, horizonId, expression, next } = event.data
    return {
      changes: { content: response, status, finish, unchecked, horizonId, ...(expression && { expression }) },
      isRefunded: false,
      isHeldBack: false,
      next,
    }
  }
  const changes = { content: text, status, finish, error: replyErrorText(event.data), rule: event.data.rule }
  return { changes, isRefunded: event.data.refunded, isHeldBack: event.data.errorType === 'held_back' }
}
