import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConversationPage } from '#shared/chat.ts'
import type { ConversationDeps, ConversationTarget } from './conversation-deps.ts'
import type { ConversationEvent, Effect, Refusal, Stamp } from './conversation-events.ts'
import { type ConversationState, initialState } from './conversation-state.ts'
import { reduce } from './reduce.ts'
import { withStoredDraft } from './reduce-page.ts'
import { ReplyReader } from './reply-reader.ts'

/** The state of one conversation: changes it by events (`reduce`), and does what follows from them. */
export class ConversationRunner {
  readonly state: StoreApi<ConversationState>
  readonly deps: ConversationDeps
  private reader: ReplyReader | null = null
  private visit = new AbortController()

  constructor(deps: ConversationDeps, target: ConversationTarget) {
    this.deps = deps
    this.state = createStore<ConversationState>(() => {
      if (target.kind === 'new') return { ...initialState, characterId: target.characterId }
      const { conversationId } = target
      return withStoredDraft({ ...initialState, phase: 'loading' }, conversationId, deps.drafts.read(conversationId))
    })
  }

  get current(): ConversationState {
    return this.state.getState()
  }

  /** The newest message that the server has. */
  get leafId(): string | null {
    return this.current.messages.findLast(({ id }) => id !== null)?.id ?? null
  }

  /** Aborted when the user leaves. */
  get signal(): AbortSignal {
    return this.visit.signal
  }

  dispatch(event: ConversationEvent): void {
    const [state, effects] = reduce(this.current, event)
    if (state !== this.current) this.state.setState(state, true)
    for (const effect of effects) this.run(effect)
  }

  set(changes: Partial<ConversationState>): void {
    this.dispatch({ type: 'set', changes })
  }

  stamp(): Stamp {
    return { sendId: this.deps.newId(), replyKey: this.deps.newId(), now: this.deps.now() }
  }

  beginVisit(): AbortSignal {
    this.visit.abort()
    this.visit = new AbortController()
    return this.visit.signal
  }

  /** Stops reading; the server goes on. */
  detach(): void {
    this.visit.abort()
    this.reader?.detach()
  }

  /** Stops the reply on the server; its text so far is kept. Rejects when the server cannot be reached. */
  async stopReply(): Promise<void> {
    await this.reader?.stop()
  }

  /** Loads the newest page again; once more if something newer was shown during the request. */
  async refresh(): Promise<void> {
    const { signal } = this
    const { conversationId, turn, pagesShown } = this.current
    if (turn !== 'idle' || !conversationId) return
    try {
      const page = await this.deps.fetchPage(conversationId)
      if (signal.aborted || this.current.turn !== 'idle') return
      if (this.current.pagesShown !== pagesShown || this.current.isChanging) return void this.refresh()
      this.dispatch({ type: 'shown', page, isRefresh: true })
    } catch (error) {
      if (!signal.aborted) this.dispatch({ type: 'notLoaded', error, isRefresh: true })
    }
  }

  private run(effect: Effect): void {
    const { deps } = this
    if (effect.type === 'read') this.read(effect)
    else if (effect.type === 'saveDraft') deps.drafts.save(effect.conversationId, effect)
    else if (effect.type === 'notifyTabs') this.notifyTabs()
    else if (effect.type === 'refresh') void this.refresh()
    else if (effect.type === 'showOther') void this.showOther(effect.refusal)
    else if (effect.type === 'showStored') void this.showStored()
    else if (effect.type === 'sayRefused') deps.onRefused?.(effect)
    else if (effect.type === 'sayEditHidden') deps.onEditHidden?.(effect.text)
    else if (deps.isFirstView(effect.characterId, effect.greeting)) this.set({ typewriterKey: effect.key })
  }

  private read(effect: Extract<Effect, { type: 'read' }>): void {
    this.reader?.detach()
    this.reader = new ReplyReader(this.deps, effect, this)
    void this.reader.read()
  }

  private notifyTabs(): void {
    const { conversationId } = this.current
    if (conversationId) this.deps.onChanged?.(conversationId)
  }

  /** The newest page; null if it cannot be loaded. */
  private async fetchNewest(): Promise<ConversationPage | null> {
    const { conversationId } = this.current
    return conversationId ? this.deps.fetchPage(conversationId).catch(() => null) : null
  }

  private async showOther(refusal: Refusal): Promise<void> {
    const page = await this.fetchNewest()
    if (!page) return this.dispatch({ ...refusal, isFinal: true })
    const { replyKey, error } = refusal
    this.dispatch({ type: 'overtaken', replyKey, page, error, hasLeft: this.signal.aborted })
  }

  private async showStored(): Promise<void> {
    const page = await this.fetchNewest()
    if (page && page.messages.at(-1)?.status !== 'streaming') this.dispatch({ type: 'shown', page })
  }
}
