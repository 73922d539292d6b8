import { hasCode, hasStatus } from '#client/lib/http.ts'
import type { Message, NextReply } from '#shared/chat.ts'
import type { BegunTurn } from '#shared/reply-events.ts'
import { isOverDailyLimit, turnErrorText } from './chat-errors.ts'
import { type ConversationMessage, createMessage, fromServer } from './messages.ts'
import type { OpenConversation } from './open-conversation.ts'
import type { PageLoader } from './page-loader.ts'
import type { PendingTurns } from './pending-turns.ts'
import type { ReplySource } from './reply-stream.ts'
import { Turn, type TurnEnd } from './turn.ts'

interface RunningReplyDeps {
  conversation: OpenConversation
  pending: PendingTurns
  pages: PageLoader
  /** Creates the conversation again and repeats a send that failed because it no longer exists. False if it cannot. */
  createAgain: (replyKey: string) => Promise<boolean>
}

/** Reads one reply at a time from the server into the state: its text, its end, or its error. */
export class RunningReply {
  private readonly conversation: OpenConversation
  private readonly pending: PendingTurns
  private readonly pages: PageLoader
  private readonly createAgain: RunningReplyDeps['createAgain']
  private turn: Turn | null = null

  constructor({ conversation, pending, pages, createAgain }: RunningReplyDeps) {
    this.conversation = conversation
    this.pending = pending
    this.pages = pages
    this.createAgain = createAgain
  }

  /** Stops reading; the server goes on. */
  detach(): void {
    this.turn?.detach()
  }

  /** Stops the reply; its text so far is kept. Rejects when the server cannot be reached. */
  async stop(): Promise<void> {
    await this.turn?.stop()
  }

  /** Reads a reply that was already running when the page was loaded. */
  join(stored: Message): void {
    const { conversationId, messages } = this.conversation.current
    if (!conversationId) return
    const replyKey = messages.find(({ id }) => id === stored.id)?.key ?? stored.id
    const position = { conversationId, messageId: stored.id, have: stored.content.length }
    this.read({ join: position }, replyKey, fromServer(stored))
  }

  /** Reads a reply to its end. `before`: the message, if it already has text. */
  read(source: ReplySource, replyKey: string, before?: ConversationMessage): void {
    const textSoFar = before?.content ?? ''
    this.turn?.detach()
    const turn: Turn = new Turn(this.conversation.deps, {
      onBegin: (begun) => this.onBegin(begun, replyKey),
      onLoading: () => this.conversation.set({ isModelLoading: true }),
      onText: (text) => this.onText(text, replyKey),
      onConnection: (connection) => this.conversation.set({ connection }),
      onEnd: (end) => this.onEnd(end, replyKey),
      onError: (error) => {
        if ('join' in source) void this.showStored(replyKey, turn.text)
        else if (before) void this.onContinueError(error, { ...before, content: turn.text })
        else void this.onTurnError(error, replyKey)
      },
    })
    this.turn = turn
    const liveReply = { key: replyKey, text: textSoFar }
    this.conversation.set({ turn: textSoFar ? 'replying' : 'waiting', liveReply, isModelLoading: false })
    void turn.read(source, textSoFar)
  }

  private onBegin(begun: BegunTurn, replyKey: string): void {
    const { messagesLeft, speakerId } = begun
    if (messagesLeft !== undefined) this.conversation.set({ messagesLeft })
    if (speakerId) this.conversation.changeMessage(replyKey, { speakerId })
    this.pending.confirm(begun, replyKey)
    this.conversation.notifyTabs()
  }

  private onText(text: string, key: string): void {
    if (this.conversation.current.liveReply?.key === key)
      this.conversation.set({ turn: 'replying', liveReply: { key, text }, isModelLoading: false })
  }

  private onEnd({ changes, isRefunded, isHeldBack, next }: TurnEnd, replyKey: string): void {
    if (isRefunded) this.conversation.countRefund()
    // The classifier may have removed the user's message too, or earlier replies that it had not checked.
    const isStale = isHeldBack || this.conversation.current.messages.some(({ unchecked }) => unchecked)
    this.end(replyKey, changes)
    if (next) this.readNext(next)
    else if (isStale || (next === undefined && this.canGoOn())) void this.pages.refresh()
  }

  private end(replyKey: string, changes: Partial<ConversationMessage>): void {
    const { conversation } = this
    conversation.changeMessage(replyKey, changes)
    const wasStopped = changes.status === 'interrupted' && changes.content === ''
    // The server has removed a reply that was stopped before its first word; another version may take its place.
    if (wasStopped) conversation.set({ messages: conversation.current.messages.filter(({ key }) => key !== replyKey) })
    conversation.set({ turn: 'idle', liveReply: null, isModelLoading: false, connection: 'connected' })
    conversation.notifyTabs()
    if (wasStopped) void this.pages.refresh()
  }

  /** Reads the reply of another character that the server has begun. */
  private readNext({ messageId: id, speakerId, messagesLeft }: NextReply): void {
    const { deps, current } = this.conversation
    const { messages, conversationId } = current
    if (!conversationId) return
    const before = messages.at(-1)
    const common = { key: deps.newId(), createdAt: deps.now(), audience: before?.audience ?? null }
    const said = { id, parentId: before?.id ?? null, siblings: [id], speakerId }
    const reply = createMessage({ ...common, ...said, role: 'character', status: 'streaming' })
    this.conversation.set({ messages: [...messages, reply], messagesLeft })
    this.read({ join: { conversationId, messageId: id, have: 0 } }, reply.key)
  }

  /** Whether another character may speak next, if the end of a reply does not say so because it was read from the database. */
  private canGoOn(): boolean {
    const { scene } = this.conversation.current
    return scene !== null && scene.turnOrder !== 'manual'
  }

  private async onTurnError(error: unknown, replyKey: string): Promise<void> {
    if (hasCode(error, 'turn_in_progress') && (await this.showOther(replyKey))) return
    if (hasCode(error, 'stale_leaf') && (await this.showOther(replyKey))) {
      this.conversation.deps.onRefused?.('Not sent', turnErrorText(error))
      return
    }
    if (hasCode(error, 'conversation_deleted')) return this.withdrawDeleted(replyKey)
    if (hasStatus(error, 404) && (await this.createAgain(replyKey))) return
    if (isOverDailyLimit(error)) this.conversation.set({ messagesLeft: 0 })
    if (this.pending.restoreReplaced(replyKey, turnErrorText(error))) return
    const send = this.pending.sendOf(replyKey)
    if (send) this.conversation.changeMessage(send.clientMessageId, { status: 'unsent' })
    this.end(replyKey, { status: 'failed', error: turnErrorText(error) })
  }

  /** Removes the turn from a deleted conversation. Its text returns to the composer, for when the conversation is restored. */
  private withdrawDeleted(replyKey: string): void {
    this.pending.withdraw(replyKey, [])
    this.conversation.set({ phase: 'deleted', turn: 'idle', liveReply: null, isModelLoading: false })
  }

  private async onContinueError(error: unknown, { key, content, status, finish }: ConversationMessage): Promise<void> {
    if (hasCode(error, 'turn_in_progress') && (await this.showOther(key))) return
    if (isOverDailyLimit(error)) this.conversation.set({ messagesLeft: 0 })
    this.end(key, { content, status, finish, error: turnErrorText(error) })
  }

  /**
   * Removes the turn and shows the conversation as the server has it, with the reply that is already running: that of
   * another tab, or of an earlier attempt at this send.
   */
  private async showOther(replyKey: string): Promise<boolean> {
    const page = await this.pages.fetchNewest()
    if (!page) return false
    this.pending.withdraw(replyKey, page.messages)
    if (!this.conversation.signal.aborted) this.pages.show(page)
    return true
  }

  /** Shows the reply as the server has stored it, when its stream can no longer be read. */
  private async showStored(replyKey: string, text: string): Promise<void> {
    this.end(replyKey, { content: text, status: 'interrupted' })
    const page = await this.pages.fetchNewest()
    if (page && page.messages.at(-1)?.status !== 'streaming') this.pages.show(page)
  }
}
