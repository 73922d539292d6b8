import { isBlank } from '#engine/is-blank.ts'
import { readModelDraft } from './model-draft.ts'
import type { OpenConversation } from './open-conversation.ts'

/** Lets the model write the player's next message into the composer. */
export class DraftWriter {
  private readonly conversation: OpenConversation
  private running: AbortController | null = null

  constructor(conversation: OpenConversation) {
    this.conversation = conversation
  }

  /** The text in the composer is the hint. Resolves with the error to show, or an empty text. */
  async write(): Promise<string> {
    const { conversation } = this
    const { turn, conversationId, draft: before } = conversation.current
    if (turn !== 'idle' || !conversationId) return ''
    this.running = new AbortController()
    conversation.set({ turn: 'drafting' })
    let shown = ''
    const { text, problem, isRefunded } = await readModelDraft(
      conversation.deps,
      { conversationId, hint: before },
      {
        signal: this.running.signal,
        onText: (next) => {
          shown = next
          conversation.deps.nextFrame(() => {
            if (conversation.current.turn === 'drafting') conversation.set({ draft: shown })
          })
        },
        onMessagesLeft: (messagesLeft) => conversation.set({ messagesLeft }),
      },
    )
    if (isRefunded) conversation.countRefund()
    this.running = null
    conversation.set({ turn: 'idle' })
    conversation.setDraft(problem || isBlank(text) ? before : text)
    return problem
  }

  stop(): void {
    this.running?.abort()
  }
}
