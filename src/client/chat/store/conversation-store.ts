import { isBlank } from '#engine/is-blank.ts'
import { cleanText } from '#shared/clean-text.ts'
import type { VersionOptions } from '#shared/turns.ts'
import type { ConversationDeps, ConversationTarget } from './conversation-deps.ts'
import { ConversationRunner } from './conversation-runner.ts'
import type { ConversationState, Whisper } from './conversation-state.ts'
import { withName } from './messages.ts'
import { readModelDraft } from './model-draft.ts'
import { PageLoader } from './page-loader.ts'
import { withRefund } from './reduce-reply.ts'
import { TreeChanges } from './tree-changes.ts'

/**
 * One conversation, as the page uses it. What happens to it is an event (`conversation-events.ts`): `reduce.ts` makes the
 * next state of it, and the runner does what follows. `use-conversation.ts` connects the store to React.
 */
export class ConversationStore extends ConversationRunner {
  /** Unique to this store: the React key of what shows it. */
  readonly key: string
  readonly pages: PageLoader
  readonly tree: TreeChanges
  private drafting: AbortController | null = null

  constructor(deps: ConversationDeps, target: ConversationTarget) {
    super(deps, target)
    this.key = deps.newId()
    this.pages = new PageLoader(this, target)
    this.tree = new TreeChanges(this)
  }

  /** Creates the conversation or loads its newest page, and joins the reply in progress, if there is one. */
  open(): Promise<void> {
    return this.pages.open()
  }

  override detach(): void {
    super.detach()
    this.drafting?.abort()
  }

  /** Sends a text in place of the draft, or the draft; an empty one lets the character continue. */
  send(text = this.current.draft): void {
    this.dispatch({ type: 'sent', text: cleanText(text), stamp: this.stamp() })
  }

  /** Says something to one character of a scene, which the others do not hear. `command`: what the user has written. */
  whisper(command: string, { characterId, message }: Whisper): void {
    const whisper = { characterId, message: cleanText(message) }
    this.dispatch({ type: 'sent', text: command, whisper, stamp: this.stamp() })
  }

  /** Sends again what failed, or requests another version of a reply that failed. */
  retry(replyKey: string): void {
    this.dispatch({ type: 'retried', replyKey, stamp: this.stamp() })
  }

  regenerate(replyKey: string, options: VersionOptions = {}): void {
    this.dispatch({ type: 'regenerated', replyKey, options, stamp: this.stamp() })
  }

  sendEdit(messageKey: string, text: string): void {
    this.dispatch({ type: 'editSent', messageKey, text, stamp: this.stamp() })
  }

  continueReply(replyKey: string): void {
    this.dispatch({ type: 'continued', replyKey })
  }

  /**
   * Lets the model write the player's next message into the composer; the text in it is the hint. Resolves with the error
   * to show, or an empty text.
   */
  async writeDraft(): Promise<string> {
    const { turn, conversationId, draft: before } = this.current
    if (turn !== 'idle' || !conversationId) return ''
    this.drafting = new AbortController()
    this.set({ turn: 'drafting' })
    let shown = ''
    const showFrame = () => this.current.turn === 'drafting' && this.set({ draft: shown })
    const { text, problem, isRefunded } = await readModelDraft(
      this.deps,
      { conversationId, hint: before },
      {
        signal: this.drafting.signal,
        onText: (next) => {
          shown = next
          this.deps.nextFrame(showFrame)
        },
        onMessagesLeft: (messagesLeft) => this.set({ messagesLeft }),
      },
    )
    this.drafting = null
    const { messagesLeft } = this.current
    this.set({ turn: 'idle', messagesLeft: isRefunded ? withRefund(messagesLeft) : messagesLeft })
    this.setDraft(problem || isBlank(text) ? before : text)
    return problem
  }

  /** Stops the reply in progress; its text so far is kept. Rejects when the server cannot be reached. */
  async stop(): Promise<void> {
    const { turn } = this.current
    if (turn === 'drafting') this.drafting?.abort()
    else if (turn !== 'idle') await this.stopReply()
  }

  /** Resolves when no reply is being read. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.current.turn !== 'idle') return
        unsubscribe()
        resolve()
      }
      const unsubscribe = this.state.subscribe(check)
      check()
    })
  }

  setDraft(draft: string): void {
    this.dispatch({ type: 'draftChanged', draft })
  }

  setEditing(editing: ConversationState['editing']): void {
    this.set({ editing })
  }

  /** Picks who speaks next in a scene; null leaves it to the turn order. */
  pickSpeaker(pickedSpeakerId: string | null): void {
    this.set({ pickedSpeakerId })
  }

  finishTypewriter = (): void => this.set({ typewriterKey: null })

  /** Shows what a panel of the conversation has saved. */
  setSaved(changes: Partial<Pick<ConversationState, 'conversation' | 'persona' | 'notes'>>): void {
    this.dispatch({ type: 'saved', changes })
  }

  showBranchName(messageId: string, name: string): void {
    const messages = this.current.messages.map((message) => withName(message, messageId, name))
    this.dispatch({ type: 'saved', changes: { messages } })
  }
}
