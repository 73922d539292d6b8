import type { Message } from '#shared/chat.ts'
import type { BegunTurn } from '#shared/reply-events.ts'
import type { ConversationState } from './conversation-state.ts'
import type { ConversationMessage } from './messages.ts'
import type { OpenConversation } from './open-conversation.ts'
import { hasArrived, type PendingSend } from './pending-send.ts'

/** What was shown before a version was requested. */
interface Replaced {
  messages: ConversationState['messages']
  later: ConversationState['later']
  /** The user's message that was edited. */
  edited: ConversationState['editing']
}

/** The shown turns that the server has not confirmed: sends and new versions, by the key of their reply. */
export class PendingTurns {
  private readonly conversation: OpenConversation
  private readonly sends = new Map<string, PendingSend>()
  private readonly replaced = new Map<string, Replaced>()

  constructor(conversation: OpenConversation) {
    this.conversation = conversation
  }

  addSend(replyKey: string, send: PendingSend): void {
    this.sends.set(replyKey, send)
  }

  sendOf(replyKey: string): PendingSend | undefined {
    return this.sends.get(replyKey)
  }

  /** Replaces the messages; `restoreReplaced` undoes it. */
  replace(replyKey: string, messages: ConversationMessage[], edited: Replaced['edited'] = null): void {
    const { messages: before, later } = this.conversation.current
    this.replaced.set(replyKey, { messages: before, later, edited })
    this.conversation.set({ messages, later: [], typewriterKey: null, editing: null })
  }

  /** Restores the messages from before a version was requested, and the text that was edited. */
  restoreReplaced(replyKey: string, reason: string): boolean {
    const replaced = this.replaced.get(replyKey)
    if (!replaced) return false
    this.replaced.delete(replyKey)
    const { messages, later, edited } = replaced
    this.conversation.set({ messages, later, editing: edited, turn: 'idle', liveReply: null, connection: 'connected' })
    this.conversation.deps.onRefused?.('No new version', reason)
    return true
  }

  /** The server has the turn. */
  confirm({ messageId, userMessageId }: BegunTurn, replyKey: string): void {
    const edited = this.replaced.get(replyKey)?.edited
    if (edited) this.confirmMessage(edited.key, userMessageId)
    this.replaced.delete(replyKey)
    const send = this.sends.get(replyKey)
    if (send) this.confirmMessage(send.clientMessageId, userMessageId)
    // A reply sent as JSON may lack the ids of its messages.
    this.confirmMessage(replyKey, messageId || null)
    if (!send) return
    this.conversation.set({ pickedSpeakerId: null })
    this.sends.delete(replyKey)
    this.conversation.saveDraft()
  }

  /** Removes a turn that the server did not begin. Text that it does not have returns to the composer or editor. */
  withdraw(replyKey: string, stored: readonly Message[]): void {
    const send = this.sends.get(replyKey)
    const editing = this.replaced.get(replyKey)?.edited
    if (editing) this.conversation.set({ editing })
    this.replaced.delete(replyKey)
    this.discard(replyKey)
    if (send?.text && !hasArrived(stored, send)) this.restoreDraft(send)
  }

  /** Removes the sends that the server turns out to have. */
  discardArrived(stored: readonly Message[]): void {
    for (const [replyKey, send] of this.sends) if (hasArrived(stored, send)) this.discard(replyKey)
  }

  /** Removes an unconfirmed send and its reply from the transcript, and its text from the stored draft. */
  private discard(replyKey: string): void {
    const send = this.sends.get(replyKey)
    this.sends.delete(replyKey)
    const { messages } = this.conversation.current
    this.conversation.set({
      messages: messages.filter(({ key }) => key !== replyKey && key !== send?.clientMessageId),
    })
    this.conversation.saveDraft()
  }

  /** Puts the text of a send back into the composer. */
  private restoreDraft(send: PendingSend): void {
    this.conversation.draft.restoreDraft(this.conversation.current, send)
    this.conversation.set({ draft: send.text })
  }

  /** The server has a message: it is the newest version, and it follows the message before it. */
  private confirmMessage(key: string, id: string | null): void {
    const { messages } = this.conversation.current
    const index = messages.findIndex((one) => one.key === key)
    const message = messages[index]
    if (!message) return
    const parentId = message.parentId ?? (id === null ? null : (messages[index - 1]?.id ?? null))
    const siblings = id === null || message.siblings.includes(id) ? message.siblings : [...message.siblings, id]
    const status = message.status === 'sending' ? 'complete' : message.status
    this.conversation.changeMessage(key, { id, parentId, siblings, status })
  }
}
