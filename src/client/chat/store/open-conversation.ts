import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConversationDeps, ConversationTarget } from './conversation-deps.ts'
import { ConversationDraft } from './conversation-draft.ts'
import { type ConversationState, initialState } from './conversation-state.ts'
import { type ConversationMessage, changeMessage } from './messages.ts'
import type { PendingSend } from './pending-send.ts'

/** The state of one conversation. All changes of it are made here; the other parts of the store call `set`. */
export class OpenConversation {
  readonly state: StoreApi<ConversationState>
  readonly deps: ConversationDeps
  readonly draft: ConversationDraft
  private visit = new AbortController()

  constructor(deps: ConversationDeps, target: ConversationTarget) {
    this.deps = deps
    this.draft = new ConversationDraft(deps.drafts)
    this.state = createStore<ConversationState>(() => ({
      ...initialState,
      ...(target.kind === 'new' ? { characterId: target.characterId } : { phase: 'loading' }),
    }))
    if (target.kind === 'existing') this.setConversationId(target.conversationId)
  }

  get current(): ConversationState {
    return this.state.getState()
  }

  set(changes: Partial<ConversationState>): void {
    this.state.setState(changes)
  }

  /** The newest message that the server has. */
  get leafId(): string | null {
    return this.current.messages.findLast(({ id }) => id !== null)?.id ?? null
  }

  /** Aborted when the user leaves. */
  get signal(): AbortSignal {
    return this.visit.signal
  }

  beginVisit(): AbortSignal {
    this.visit.abort()
    this.visit = new AbortController()
    return this.visit.signal
  }

  endVisit(): void {
    this.visit.abort()
  }

  setConversationId(conversationId: string): void {
    this.set({ conversationId, draft: this.draft.load(conversationId) })
  }

  changeMessage(key: string, changes: Partial<ConversationMessage>): void {
    this.set({ messages: changeMessage(this.current.messages, key, changes) })
  }

  setDraft(draft: string): void {
    this.saveDraft(draft)
    this.set({ draft })
  }

  /** Stores the draft, so that it survives a reload. With `send` it is stored as sent. */
  saveDraft(text = this.current.draft, send?: PendingSend): void {
    this.draft.save(this.current, text, send)
  }

  /** Adds one to the messages that are left today, because the server has refunded one. */
  countRefund(): void {
    const { messagesLeft } = this.current
    if (messagesLeft !== null) this.set({ messagesLeft: messagesLeft + 1 })
  }

  notifyTabs(): void {
    const { conversationId } = this.current
    if (conversationId) this.deps.onChanged?.(conversationId)
  }
}
