import { hasCode } from '#client/lib/http.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { VersionRequests } from './conversation-deps.ts'
import type { ConversationState } from './conversation-state.ts'

/** What the changes need of the open conversation. */
export interface ChangedConversation {
  getState: () => ConversationState
  setState: (changes: Partial<ConversationState>) => void
  /** The newest message that the server has. */
  leafId: () => string | null
  /** Aborted when the user leaves. */
  visit: () => AbortSignal
  /** Shows what the server answered, and tells other tabs. */
  showChanged: (page: ConversationPage) => void
  refresh: () => Promise<void>
}

/**
 * Changes of a conversation's tree: choosing, editing and deleting versions. Each is made on the basis of what is shown
 * and shows the result; it rejects when the server refuses. During a reply or another change nothing happens.
 */
export class TreeChanges {
  readonly #conversation: ChangedConversation
  readonly #requests: VersionRequests

  constructor(conversation: ChangedConversation, requests: VersionRequests) {
    this.#conversation = conversation
    this.#requests = requests
  }

  /** Shows another version of a message, or ends the story at a message (`endHere`). */
  choose(messageId: string, endHere = false): Promise<void> {
    return this.#change((id, leafId) => this.#requests.choose(id, { messageId, leafId, endHere }))
  }

  /** Saves the user's text as a version of a reply. */
  async editReply(messageId: string, content: string): Promise<void> {
    await this.#change((id, leafId) => this.#requests.editReply(id, messageId, { content, leafId }))
    this.#conversation.setState({ editing: null })
  }

  /** Deletes a message with what follows it. */
  delete(messageId: string): Promise<void> {
    return this.#change((id, leafId) => this.#requests.delete(id, messageId, leafId))
  }

  restore(messageId: string): Promise<void> {
    return this.#change((id, leafId) => this.#requests.restore(id, messageId, leafId))
  }

  async #change(request: (conversationId: string, leafId: string) => Promise<ConversationPage>): Promise<void> {
    const { getState, setState, visit, showChanged, refresh } = this.#conversation
    const { conversationId, turn, isChanging } = getState()
    const leafId = this.#conversation.leafId()
    if (!conversationId || !leafId || turn !== 'idle' || isChanging) return
    const signal = visit()
    setState({ isChanging: true })
    try {
      const page = await request(conversationId, leafId)
      if (signal.aborted) return
      setState({ typewriterKey: null })
      showChanged(page)
    } catch (error) {
      if (hasCode(error, 'stale_leaf') || hasCode(error, 'turn_in_progress')) void refresh()
      throw error
    } finally {
      setState({ isChanging: false })
    }
  }
}
