import { errorText, hasCode, hasStatus } from '#client/lib/http.ts'
import { type ConversationPage, chatLimits, type Message } from '#shared/chat.ts'
import type { LiveChange } from '../live/live-changes.ts'
import type { ConversationTarget } from './conversation-deps.ts'
import { hasStarted, withNewestPage } from './conversation-state.ts'
import { prependOlder } from './messages.ts'
import type { OpenConversation } from './open-conversation.ts'
import type { PendingTurns } from './pending-turns.ts'

/** Creates or loads the conversation, and loads its newest and its older messages. */
export class PageLoader {
  private readonly conversation: OpenConversation
  private readonly target: ConversationTarget
  private readonly pending: PendingTurns
  private readonly onStreaming: (message: Message) => void
  private olderPage: Promise<number> | null = null
  /** How often the newest page was shown. */
  private pagesShown = 0

  /** `onStreaming` is called with the last message of a page if it is a running reply. */
  constructor(
    conversation: OpenConversation,
    target: ConversationTarget,
    pending: PendingTurns,
    onStreaming: (message: Message) => void,
  ) {
    this.conversation = conversation
    this.target = target
    this.pending = pending
    this.onStreaming = onStreaming
  }

  /** Creates the conversation or loads its newest page. */
  async open(): Promise<void> {
    const { phase, conversationId } = this.conversation.current
    if (phase !== 'open') this.conversation.set({ phase: conversationId ? 'loading' : 'creating', problem: '' })
    const signal = this.conversation.beginVisit()
    try {
      const page = conversationId ? await this.loadNewest(conversationId) : await this.create(signal)
      if (!signal.aborted) this.show(page)
    } catch (error) {
      if (signal.aborted) return
      const phase = phaseAfter(error)
      this.conversation.set(phase ? { phase } : { phase: 'failed', problem: errorText(error) })
    }
  }

  /** Loads the newest page again; once more if something newer was shown during the request. */
  async refresh(): Promise<void> {
    const { signal, deps } = this.conversation
    const { conversationId, turn } = this.conversation.current
    if (turn !== 'idle' || !conversationId) return
    const before = this.pagesShown
    try {
      const page = await deps.fetchPage(conversationId)
      if (signal.aborted || this.conversation.current.turn !== 'idle') return
      if (before !== this.pagesShown || this.conversation.current.isChanging) return void this.refresh()
      const { editing } = this.conversation.current
      this.show(page)
      const isEditHidden = editing && !this.conversation.current.messages.some(({ key }) => key === editing.key)
      if (isEditHidden) deps.onEditHidden?.(editing.text)
    } catch (error) {
      const phase = phaseAfter(error)
      if (!signal.aborted && phase) this.conversation.set({ phase })
    }
  }

  /** Loads the newest page again after an error that says that the conversation no longer exists. */
  refreshIfGone(error: unknown): void {
    if (hasStatus(error, 404)) void this.refresh()
  }

  /** Loads the newest page after a change in another tab or device, unless it is the end of a reply that is shown. */
  onChangeElsewhere(change: LiveChange): void {
    const { conversationId, messages, phase } = this.conversation.current
    if (phase === 'creating' || phase === 'loading') return
    if (change !== 'missed') {
      const { replyId } = change
      if (change.conversationId !== conversationId) return
      if (replyId && messages.some(({ id, status }) => id === replyId && status !== 'streaming')) return
    }
    void this.refresh()
  }

  /** The newest page; null if it cannot be loaded. */
  async fetchNewest(): Promise<ConversationPage | null> {
    const { conversationId } = this.conversation.current
    return conversationId ? this.conversation.deps.fetchPage(conversationId).catch(() => null) : null
  }

  /** Shows the newest page, and joins the reply at its end if it is running. */
  show(page: ConversationPage): void {
    const { conversation } = this
    this.pagesShown += 1
    this.pending.discardArrived(page.messages)
    const before = conversation.current
    const shown = withNewestPage(before, page)
    const greeting = before.phase === 'open' || hasStarted(shown) ? undefined : shown.messages[0]
    const isTyped = greeting && conversation.deps.isFirstView(shown.characterId, greeting.content)
    conversation.set({ ...shown, ...(isTyped && { typewriterKey: greeting.key }) })
    const draft = conversation.draft.recoverPendingSend(before.draft, page.messages)
    if (draft !== before.draft) conversation.setDraft(draft)
    const last = page.messages.at(-1)
    if (last?.status === 'streaming') this.onStreaming(last)
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
    for (;;) {
      const { messages, hasMore } = this.conversation.current
      const message = messages.find(({ id }) => id === messageId)
      if (message) {
        this.conversation.set({ revealed: { key: message.key } })
        return true
      }
      if (!hasMore || this.conversation.signal.aborted) return false
      const isBeingLoaded = this.olderPage !== null
      const loaded = await this.loadOlder(messageId)
      // A page that was loaded with `through` has the message, unless it is too far back for one page.
      const hasIt = this.conversation.current.messages.some(({ id }) => id === messageId)
      if (!hasIt && !isBeingLoaded && loaded < chatLimits.chosenPage) return false
    }
  }

  private async loadOlderPage(through?: string): Promise<number> {
    const { conversationId, messages, hasMore } = this.conversation.current
    const before = messages.find((message) => message.id !== null)?.id
    if (!conversationId || !before || !hasMore) return 0
    this.conversation.set({ older: 'loading' })
    try {
      const page = await this.conversation.deps.fetchPage(conversationId, before, through)
      this.conversation.set({
        messages: prependOlder(this.conversation.current.messages, page.messages),
        hasMore: page.hasMore,
        older: 'idle',
      })
      return page.messages.length
    } catch (error) {
      const isMissing = through !== undefined && hasStatus(error, 404)
      this.conversation.set({ older: isMissing ? 'idle' : 'failed' })
      return 0
    }
  }

  private async create(signal: AbortSignal): Promise<ConversationPage> {
    if (this.target.kind !== 'new') throw new Error('An existing conversation is loaded, not created')
    const { characterId, originalGreeting } = this.target
    const { deps } = this.conversation
    const page = await deps.createConversation({ characterId, originalGreeting }, signal)
    signal.throwIfAborted()
    deps.drafts.moveToNew(characterId, page.conversation.id)
    this.conversation.setConversationId(page.conversation.id)
    return page
  }

  private async loadNewest(conversationId: string): Promise<ConversationPage> {
    const { deps, draft } = this.conversation
    const page = await deps.fetchPage(conversationId)
    // A prefetched page may be older than the pending send: it is fetched again before the text counts as not sent.
    return draft.isMissingIn(page.messages) ? deps.fetchPage(conversationId) : page
  }
}

/** The phase of a conversation that the server does not have, or null for another error. */
function phaseAfter(error: unknown): 'deleted' | 'missing' | null {
  if (hasCode(error, 'conversation_deleted')) return 'deleted'
  return hasStatus(error, 404) ? 'missing' : null
}
