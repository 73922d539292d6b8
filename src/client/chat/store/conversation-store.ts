import type { StoreApi } from 'zustand/vanilla'
import type { ConversationDeps, ConversationTarget } from './conversation-deps.ts'
import type { ConversationState } from './conversation-state.ts'
import { DraftWriter } from './draft-writer.ts'
import { withName } from './messages.ts'
import { OpenConversation } from './open-conversation.ts'
import { PageLoader } from './page-loader.ts'
import { PendingTurns } from './pending-turns.ts'
import { RunningReply } from './running-reply.ts'
import { TreeChanges } from './tree-changes.ts'
import { TurnSender } from './turn-sender.ts'

/**
 * One conversation, as the page uses it. Its parts share the state (`OpenConversation`); the page calls `pages`, `turns`
 * and `tree` directly. `PendingTurns` has the turns that the server has not confirmed, and `RunningReply` reads the
 * reply in progress. The store does not depend on React; `use-conversation.ts` connects it.
 */
export class ConversationStore {
  readonly state: Pick<StoreApi<ConversationState>, 'getState' | 'getInitialState' | 'subscribe'>
  /** Unique to this store: the React key of what shows it. */
  readonly key: string
  /** Loads messages. */
  readonly pages: PageLoader
  /** Sends messages, and requests replies and other versions of them. */
  readonly turns: TurnSender
  /** Chooses, edits and deletes versions of messages. */
  readonly tree: TreeChanges
  private readonly conversation: OpenConversation
  private readonly reply: RunningReply
  private readonly draftWriter: DraftWriter

  constructor(deps: ConversationDeps, target: ConversationTarget) {
    this.key = deps.newId()
    const conversation = new OpenConversation(deps, target)
    const pending = new PendingTurns(conversation)
    this.conversation = conversation
    this.state = conversation.state
    this.pages = new PageLoader(conversation, target, pending, (message) => this.reply.join(message))
    const createAgain = (replyKey: string) => this.turns.createAgain(replyKey)
    this.reply = new RunningReply({ conversation, pending, pages: this.pages, createAgain })
    this.turns = new TurnSender(conversation, pending, this.reply)
    this.tree = new TreeChanges(conversation, this.pages)
    this.draftWriter = new DraftWriter(conversation)
  }

  /** The newest message that the server has. */
  get leafId(): string | null {
    return this.conversation.leafId
  }

  /** Creates the conversation or loads its newest page, and joins the reply in progress, if there is one. */
  open(): Promise<void> {
    return this.pages.open()
  }

  /** Stops reading; the server goes on. */
  detach(): void {
    this.conversation.endVisit()
    this.reply.detach()
    this.draftWriter.stop()
  }

  /** Lets the model write the player's next message. Resolves with the error to show, or an empty text. */
  writeDraft(): Promise<string> {
    return this.draftWriter.write()
  }

  /** Stops the reply in progress; its text so far is kept. Rejects when the server cannot be reached. */
  async stop(): Promise<void> {
    const { turn } = this.conversation.current
    if (turn === 'drafting') this.draftWriter.stop()
    else if (turn !== 'idle') await this.reply.stop()
  }

  /** Resolves when no reply is being read. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.conversation.current.turn !== 'idle') return
        unsubscribe()
        resolve()
      }
      const unsubscribe = this.state.subscribe(check)
      check()
    })
  }

  setDraft(draft: string): void {
    this.conversation.setDraft(draft)
  }

  setEditing(editing: ConversationState['editing']): void {
    this.conversation.set({ editing })
  }

  /** Picks who speaks next in a scene; null leaves it to the turn order. */
  pickSpeaker(pickedSpeakerId: string | null): void {
    this.conversation.set({ pickedSpeakerId })
  }

  finishTypewriter = (): void => {
    if (this.conversation.current.typewriterKey) this.conversation.set({ typewriterKey: null })
  }

  /** Shows what a panel of the conversation has saved. */
  setSaved(saved: Partial<Pick<ConversationState, 'conversation' | 'persona' | 'notes'>>): void {
    this.conversation.set(saved)
    this.conversation.notifyTabs()
  }

  /** Shows the name of a branch as it was saved. */
  showBranchName(messageId: string, name: string): void {
    const { messages } = this.conversation.current
    this.conversation.set({ messages: messages.map((message) => withName(message, messageId, name)) })
    this.conversation.notifyTabs()
  }
}
