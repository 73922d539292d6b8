import type { Message } from '#shared/chat.ts'
import { type ConversationState, hasStarted } from './conversation-state.ts'
import type { Drafts } from './drafts.ts'
import { hasArrived, type PendingSend } from './pending-send.ts'

/** The stored draft of one conversation, and the send it belongs to while the answer to that send is unknown. */
export class ConversationDraft {
  private readonly drafts: Drafts
  private pendingSend: PendingSend | null = null

  constructor(drafts: Drafts) {
    this.drafts = drafts
  }

  /** The stored text. A send whose answer was lost (the page was reloaded) becomes the pending one. */
  load(conversationId: string): string {
    const { text, pendingId } = this.drafts.read(conversationId)
    this.pendingSend = pendingId ? { text, clientMessageId: pendingId } : null
    return text
  }

  /** Stores `text`. With `send` it is stored as sent, until it is saved again without it. */
  save(state: ConversationState, text: string, send = this.matching(text)): void {
    if (!state.conversationId) return
    const unstartedWith = hasStarted(state) ? null : state.characterId
    this.drafts.save(state.conversationId, { text, pendingId: send?.clientMessageId ?? null, unstartedWith })
  }

  /** Stores the text of a send that the server did not take. Sent again unchanged, it is the same send. */
  restoreDraft(state: ConversationState, send: PendingSend): void {
    this.pendingSend = send
    this.save(state, send.text, send)
  }

  /** The send for `text`: the pending one if the text is the same. */
  takeSend(text: string, newId: () => string): PendingSend {
    const send = this.matching(text) ?? { text, clientMessageId: newId() }
    this.pendingSend = null
    return send
  }

  /** Whether a send is pending that these messages do not contain. */
  isMissingIn(messages: readonly Message[]): boolean {
    return this.pendingSend !== null && !hasArrived(messages, this.pendingSend)
  }

  /** Ends the pending send if the server has its message. Returns the draft without the text of that message. */
  recoverPendingSend(draft: string, messages: readonly Message[]): string {
    const { pendingSend } = this
    if (!pendingSend || !hasArrived(messages, pendingSend)) return draft
    this.pendingSend = null
    return draft === pendingSend.text ? '' : draft
  }

  private matching(text: string): PendingSend | null {
    return this.pendingSend?.text === text ? this.pendingSend : null
  }
}
