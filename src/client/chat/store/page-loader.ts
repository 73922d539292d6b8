import { hasStatus } from '#client/lib/http.ts'
import { chatLimits } from '#shared/chat.ts'
import type { LiveChange } from '../live/live-changes.ts'
import type { ConversationTarget } from './conversation-deps.ts'
import type { ConversationRunner } from './conversation-runner.ts'

/** Creates or loads the conversation, and loads its newest and its older messages. */
export class PageLoader {
  private readonly runner: ConversationRunner
  private readonly target: ConversationTarget
  private olderPage: Promise<number> | null = null

  constructor(runner: ConversationRunner, target: ConversationTarget) {
    this.runner = runner
    this.target = target
  }

  async open(): Promise<void> {
    const { runner } = this
    const { conversationId, phase } = runner.current
    if (phase !== 'open') runner.set({ phase: conversationId ? 'loading' : 'creating', problem: '' })
    const signal = runner.beginVisit()
    try {
      if (!conversationId) return await this.create(signal)
      const page = await runner.deps.fetchPage(conversationId)
      if (!signal.aborted) runner.dispatch({ type: 'shown', page })
    } catch (error) {
      if (!signal.aborted) runner.dispatch({ type: 'notLoaded', error })
    }
  }

  /** Loads the newest page again after an error that says that the conversation no longer exists. */
  refreshIfGone(error: unknown): void {
    if (hasStatus(error, 404)) void this.runner.refresh()
  }

  /** Loads the newest page after a change in another tab or device, unless it is the end of a reply that is shown. */
  onChangeElsewhere(change: LiveChange): void {
    const { conversationId, messages, phase } = this.runner.current
    if (phase === 'creating' || phase === 'loading') return
    if (change !== 'missed') {
      const { replyId } = change
      if (change.conversationId !== null && change.conversationId !== conversationId) return
      if (replyId && messages.some(({ id, status }) => id === replyId && status !== 'streaming')) return
    }
    void this.runner.refresh()
  }

  /**
   * Loads a page of older messages; with `through` as far back as this message, if it is on the active path. Resolves
   * with their number.
   */
  loadOlder(through?: string): Promise<number> {
    this.olderPage ??= this.loadOlderPage(through).finally(() => {
      this.olderPage = null
    })
    return this.olderPage
  }

  /**
   * Lets the transcript scroll to a message of the active path, and loads what is missing before. Resolves with false
   * where the message is not on the path, or cannot be loaded.
   */
  async reveal(messageId: string): Promise<boolean> {
    const { runner } = this
    for (;;) {
      const { messages, hasMore } = runner.current
      const message = messages.find(({ id }) => id === messageId)
      if (message) {
        runner.set({ revealed: { key: message.key } })
        return true
      }
      if (!hasMore || runner.signal.aborted) return false
      const isBeingLoaded = this.olderPage !== null
      const loaded = await this.loadOlder(messageId)
      // A page that was loaded with `through` has the message, unless it is too far back for one page.
      const hasIt = runner.current.messages.some(({ id }) => id === messageId)
      if (!hasIt && !isBeingLoaded && loaded < chatLimits.chosenPage) return false
    }
  }

  private async loadOlderPage(through?: string): Promise<number> {
    const { runner } = this
    const { conversationId, messages, hasMore } = runner.current
    const before = messages.find((message) => message.id !== null)?.id
    if (!conversationId || !before || !hasMore) return 0
    runner.set({ older: 'loading' })
    try {
      const page = await runner.deps.fetchPage(conversationId, before, through)
      runner.dispatch({ type: 'olderShown', page })
      return page.messages.length
    } catch (error) {
      const isMissing = through !== undefined && hasStatus(error, 404)
      runner.set({ older: isMissing ? 'idle' : 'failed' })
      return 0
    }
  }

  private async create(signal: AbortSignal): Promise<void> {
    if (this.target.kind !== 'new') throw new Error('An existing conversation is loaded, not created')
    const { characterId, originalGreeting } = this.target
    const { deps } = this.runner
    const page = await deps.createConversation({ characterId, originalGreeting }, signal)
    signal.throwIfAborted()
    deps.drafts.moveToNew(characterId, page.conversation.id)
    this.runner.dispatch({ type: 'created', page, stored: deps.drafts.read(page.conversation.id) })
  }
}
