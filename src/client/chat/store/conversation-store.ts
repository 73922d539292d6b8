import { createStore, type StoreApi } from 'zustand/vanilla'
import { hasCode, hasStatus, loadErrorText } from '#client/lib/http.ts'
import type { BegunTurn, ConversationPage } from '#shared/chat.ts'
import { isOverDailyLimit, turnErrorText } from './chat-errors.ts'
import type { ConversationDeps, ConversationTarget } from './conversation-deps.ts'
import { ConversationDraft } from './conversation-draft.ts'
import { type ConversationState, hasStarted, initialState, withNewestPage } from './conversation-state.ts'
import {
  type ConversationMessage,
  changeMessage,
  createMessage,
  fromServer,
  historyOf,
  prependOlder,
  survivesNextTurn,
} from './messages.ts'
import { readModelDraft } from './model-draft.ts'
import { hasArrived, type PendingSend } from './pending-send.ts'
import type { ReplySource } from './reply-stream.ts'
import { TreeChanges } from './tree-changes.ts'
import { Turn } from './turn.ts'

interface Replaced {
  messages: ConversationState['messages']
  later: ConversationState['later']
  /** The user's message that was edited. */
  edited: ConversationState['editing']
}

/**
 * One conversation: creates or loads it, loads older messages, sends, and reads replies to their end. It does not
 * depend on React; `use-conversation.ts` connects it.
 */
export class ConversationStore {
  /** Only this class changes the state. */
  readonly state: Pick<StoreApi<ConversationState>, 'getState' | 'getInitialState' | 'subscribe'>
  /** Unique to this store: the React key of what shows it. */
  readonly key: string
  /** Choosing, editing and deleting versions of messages. */
  readonly tree: TreeChanges
  private readonly setState: (changes: Partial<ConversationState>) => void
  private readonly deps: ConversationDeps
  private readonly target: ConversationTarget
  private readonly draft: ConversationDraft
  /** The sends of this page that the server has not confirmed, by the key of their reply. */
  private readonly unconfirmed = new Map<string, PendingSend>()
  /** What was shown before a version was asked for that the server has not confirmed, by the key of its reply. */
  private readonly replaced = new Map<string, Replaced>()
  private turn: Turn | null = null
  private drafting: AbortController | null = null
  /** Aborted when the user leaves. */
  private visit = new AbortController()

  constructor(deps: ConversationDeps, target: ConversationTarget) {
    this.deps = deps
    this.target = target
    this.draft = new ConversationDraft(deps.drafts)
    this.key = deps.newId()
    const api = createStore<ConversationState>(() => ({
      ...initialState,
      ...(target.kind === 'new' ? { characterId: target.characterId } : { phase: 'loading' }),
    }))
    this.state = api
    this.setState = api.setState
    this.tree = new TreeChanges(
      {
        getState: api.getState,
        setState: api.setState,
        leafId: () => this.leafId,
        visit: () => this.visit.signal,
        showChanged: (page) => {
          this.showPage(page)
          this.notifyTabs()
        },
        refresh: () => this.refresh(),
      },
      deps.versions,
    )
    if (target.kind === 'existing') this.setConversationId(target.conversationId)
  }

  /** Creates the conversation or loads its newest page, and joins the reply in progress, if there is one. */
  async open(): Promise<void> {
    const { phase, conversationId } = this.current
    if (phase !== 'open') this.setState({ phase: conversationId ? 'loading' : 'creating', problem: '' })
    this.visit.abort()
    this.visit = new AbortController()
    const { signal } = this.visit
    try {
      const page = conversationId ? await this.loadNewestPage(conversationId) : await this.create(signal)
      if (!signal.aborted) this.showPage(page)
    } catch (error) {
      if (signal.aborted) return
      this.setState(hasStatus(error, 404) ? { phase: 'missing' } : { phase: 'failed', problem: loadErrorText(error) })
    }
  }

  /** Stops reading; the server goes on. */
  detach(): void {
    this.visit.abort()
    this.turn?.detach()
    this.drafting?.abort()
  }

  /** Loads the newest page again, after another tab changed the conversation. */
  async refresh(): Promise<void> {
    const { signal } = this.visit
    if (this.current.turn !== 'idle') return
    const page = await this.fetchNewestPage()
    if (page && !signal.aborted && this.current.turn === 'idle') this.showPage(page)
  }

  async loadOlder(): Promise<void> {
    const { conversationId, messages, hasMore, older } = this.current
    const before = messages.find((message) => message.id !== null)?.id
    if (!conversationId || !before || !hasMore || older === 'loading') return
    this.setState({ older: 'loading' })
    try {
      const page = await this.deps.fetchPage(conversationId, before)
      this.setState({
        messages: prependOlder(this.current.messages, page.messages),
        hasMore: page.hasMore,
        older: 'idle',
      })
    } catch {
      this.setState({ older: 'failed' })
    }
  }

  finishTypewriter = (): void => {
    if (this.current.typewriterKey) this.setState({ typewriterKey: null })
  }

  setDraft(draft: string): void {
    this.saveDraft(draft)
    this.setState({ draft })
  }

  /** Sends the draft; an empty one asks the character to continue. */
  send(): void {
    const { turn, phase, draft } = this.current
    if (turn !== 'idle' || phase !== 'open') return
    this.startTurn(draft.trim())
    this.setState({ draft: '' })
  }

  /** Lets the model go on in a reply that was cut or stopped. */
  continueReply(replyKey: string): void {
    const { turn, conversationId, messages } = this.current
    const reply = messages.find((message) => message.key === replyKey)
    if (!reply?.id || !conversationId || turn !== 'idle') return
    this.changeMessage(replyKey, { status: 'streaming', finish: null, error: null })
    const position = { conversationId, messageId: reply.id, have: reply.content.length }
    this.read({ continue: position }, replyKey, reply)
  }

  /** Asks again for a reply that failed. */
  retry(replyKey: string): void {
    const send = this.unconfirmed.get(replyKey)
    if (!send) {
      this.regenerate(replyKey)
      return
    }
    if (this.current.turn !== 'idle') return
    this.changeMessage(replyKey, { status: 'streaming', content: '', error: null })
    this.changeMessage(send.clientMessageId, { status: 'sending' })
    this.postMessage(replyKey, send)
  }

  /** Asks for another version of a reply, with a hint or without. */
  regenerate(replyKey: string, hint = ''): void {
    const { turn, conversationId, messages } = this.current
    const index = messages.findIndex(({ key }) => key === replyKey)
    const reply = messages[index]
    if (!reply?.id || !conversationId || turn !== 'idle') return
    const body = { messageId: reply.id, clientMessageId: this.deps.newId(), hint }
    const next = createMessage({
      ...reply,
      id: null,
      content: '',
      status: 'streaming',
      finish: null,
      error: null,
      edited: false,
      siblings: reply.siblings.filter((id) => reply.content !== '' || id !== reply.id),
    })
    this.replace(replyKey, [...messages.slice(0, index), next])
    this.read({ begin: { url: `/api/conversations/${conversationId}/replies`, body } }, replyKey)
  }

  setEditing(editing: ConversationState['editing']): void {
    this.setState({ editing })
  }

  /** Sends another version of the user's own message. */
  editMessage(messageKey: string, text: string): void {
    const { turn, conversationId, messages } = this.current
    const index = messages.findIndex(({ key }) => key === messageKey)
    const message = messages[index]
    if (!message?.id || !conversationId || turn !== 'idle') return
    const { newId, now } = this.deps
    const edited = createMessage({ ...message, id: null, content: text, status: 'sending' })
    const reply = createMessage({ key: newId(), role: 'character', status: 'streaming', createdAt: now() })
    this.replace(reply.key, [...messages.slice(0, index), edited, reply], { key: messageKey, text })
    const url = `/api/conversations/${conversationId}/messages/${encodeURIComponent(message.id)}/edit`
    this.read({ begin: { url, body: { content: text, clientMessageId: newId() } } }, reply.key)
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

  /** The newest message that the server has. */
  get leafId(): string | null {
    return this.current.messages.findLast(({ id }) => id !== null)?.id ?? null
  }

  /**
   * Lets the model write the player's next message into the composer, where a text there says what it is to be about.
   * Resolves with what is to be shown of an error, or an empty text.
   */
  async writeDraft(): Promise<string> {
    const { turn, conversationId, draft: before } = this.current
    if (turn !== 'idle' || !conversationId) return ''
    const drafting = new AbortController()
    this.drafting = drafting
    this.setState({ turn: 'drafting' })
    let shown = ''
    const { text, problem, isRefunded } = await readModelDraft(
      this.deps,
      { conversationId, hint: before },
      {
        signal: drafting.signal,
        onText: (next) => {
          shown = next
          this.deps.nextFrame(() => this.current.turn === 'drafting' && this.setState({ draft: shown }))
        },
        onMessagesLeft: (messagesLeft) => this.setState({ messagesLeft }),
      },
    )
    if (isRefunded) this.countRefund()
    this.drafting = null
    this.setState({ turn: 'idle' })
    this.setDraft(problem || text.trim() === '' ? before : text)
    return problem
  }

  /** Stops the reply in progress; its text so far is kept. Rejects when the server cannot be reached. */
  async stop(): Promise<void> {
    if (this.current.turn === 'drafting') this.drafting?.abort()
    else if (this.current.turn !== 'idle') await this.turn?.stop()
  }

  private get current(): ConversationState {
    return this.state.getState()
  }

  /** Shows messages that the server has not confirmed; what was shown before comes back if it refuses. */
  private replace(replyKey: string, messages: ConversationMessage[], edited: Replaced['edited'] = null): void {
    const { messages: before, later } = this.current
    this.replaced.set(replyKey, { messages: before, later, edited })
    this.setState({ messages, later: [], typewriterKey: null, editing: null })
  }

  private async create(signal: AbortSignal): Promise<ConversationPage> {
    if (this.target.kind !== 'new') throw new Error('An existing conversation is loaded, not created')
    const { characterId, originalGreeting } = this.target
    const page = await this.deps.createConversation({ characterId, originalGreeting }, signal)
    signal.throwIfAborted()
    this.deps.drafts.moveToNew(characterId, page.conversation.id)
    this.setConversationId(page.conversation.id)
    return page
  }

  private setConversationId(conversationId: string): void {
    this.setState({ conversationId, draft: this.draft.load(conversationId) })
  }

  private async loadNewestPage(conversationId: string): Promise<ConversationPage> {
    const page = await this.deps.fetchPage(conversationId)
    // A prefetched page may be older than the pending send: it is fetched again before the text counts as not sent.
    return this.draft.isMissingIn(page.messages) ? this.deps.fetchPage(conversationId) : page
  }

  private async fetchNewestPage(): Promise<ConversationPage | null> {
    const { conversationId } = this.current
    return conversationId ? this.deps.fetchPage(conversationId).catch(() => null) : null
  }

  private showPage(page: ConversationPage): void {
    for (const [replyKey, send] of this.unconfirmed) if (hasArrived(page.messages, send)) this.discard(replyKey)
    const before = this.current
    const shown = withNewestPage(before, page)
    const greeting = before.phase === 'open' || hasStarted(shown) ? undefined : shown.messages[0]
    const isTyped = greeting && this.deps.isFirstView(shown.characterId, greeting.content)
    this.setState({ ...shown, ...(isTyped && { typewriterKey: greeting.key }) })
    const draft = this.draft.recoverPendingSend(before.draft, page.messages)
    if (draft !== before.draft) this.setDraft(draft)
    const last = page.messages.at(-1)
    if (last?.status !== 'streaming') return
    const replyKey = shown.messages.find(({ id }) => id === last.id)?.key ?? last.id
    const join = { conversationId: page.conversation.id, messageId: last.id, have: last.content.length }
    this.read({ join }, replyKey, fromServer(last))
  }

  private startTurn(text: string): void {
    const { messages } = this.current
    const { newId, now } = this.deps
    const send = this.draft.takeSend(text, newId)
    const reply = createMessage({ key: newId(), role: 'character', status: 'streaming', createdAt: now() })
    const added = [reply]
    if (text) {
      const key = send.clientMessageId
      added.unshift(createMessage({ key, role: 'user', status: 'sending', content: text, createdAt: now() }))
    }
    // The draft is stored until the server confirms the send: before that it is the only copy that survives a reload.
    if (text) this.saveDraft(text, send)
    else this.saveDraft()
    // What the user went back from becomes another version of what is sent now.
    const [first] = added
    if (first) first.siblings = this.current.later
    this.setState({ typewriterKey: null, later: [], messages: [...messages.filter(survivesNextTurn), ...added] })
    this.postMessage(reply.key, send)
  }

  private postMessage(replyKey: string, send: PendingSend): void {
    this.unconfirmed.set(replyKey, send)
    const { characterId, conversationId } = this.current
    const { text: message, clientMessageId } = send
    const before = this.current.messages.filter(({ key }) => key !== clientMessageId)
    const conversationHistory = historyOf(before)
    const body = { characterId, conversationId, message, conversationHistory, clientMessageId }
    this.read({ begin: { url: '/api/chat', body } }, replyKey)
  }

  /** Reads a reply to its end. `before`: the message as it was, where it has text already. */
  private read(source: ReplySource, replyKey: string, before?: ConversationMessage): void {
    const textSoFar = before?.content ?? ''
    this.turn?.detach()
    const turn: Turn = new Turn(this.deps, {
      onBegin: (begun) => this.onBegin(begun, replyKey),
      onLoading: () => this.setState({ isModelLoading: true }),
      onText: (text) => this.onText(text, replyKey),
      onConnection: (connection) => this.setState({ connection }),
      onEnd: (end) => {
        // A whole reply whose end the server could not save yet is charged.
        if (end.error && end.status !== 'complete') this.countRefund()
        this.endTurn(replyKey, end)
      },
      onError: (error) => {
        if ('join' in source) void this.showStoredReply(replyKey, turn.text)
        else if (before) void this.onContinueError(error, { ...before, content: turn.text })
        else void this.onTurnError(error, replyKey)
      },
    })
    this.turn = turn
    const liveReply = { key: replyKey, text: textSoFar }
    this.setState({ turn: textSoFar ? 'replying' : 'waiting', liveReply, isModelLoading: false })
    void turn.read(source, textSoFar)
  }

  private onBegin({ messageId, userMessageId, messagesLeft }: BegunTurn, replyKey: string): void {
    if (messagesLeft !== undefined) this.setState({ messagesLeft })
    // A reply as JSON need not name its messages.
    this.confirm(replyKey, messageId || null)
    const edited = this.replaced.get(replyKey)?.edited
    if (edited) this.confirm(edited.key, userMessageId)
    this.replaced.delete(replyKey)
    const send = this.unconfirmed.get(replyKey)
    if (send) {
      this.confirm(send.clientMessageId, userMessageId)
      this.unconfirmed.delete(replyKey)
      this.saveDraft()
    }
    this.notifyTabs()
  }

  /** The server has a message: it is the newest version. */
  private confirm(key: string, id: string | null): void {
    const message = this.current.messages.find((one) => one.key === key)
    if (!message) return
    const siblings = id === null || message.siblings.includes(id) ? message.siblings : [...message.siblings, id]
    this.changeMessage(key, { id, siblings, ...(message.status === 'sending' ? { status: 'complete' } : {}) })
  }

  private onText(text: string, key: string): void {
    if (this.current.liveReply?.key === key)
      this.setState({ turn: 'replying', liveReply: { key, text }, isModelLoading: false })
  }

  private endTurn(replyKey: string, changes: Partial<ConversationMessage>): void {
    this.changeMessage(replyKey, changes)
    const wasStopped = changes.status === 'interrupted' && changes.content === ''
    // The server has removed a reply that was stopped before its first word; another version may take its place.
    if (wasStopped) this.setState({ messages: this.current.messages.filter(({ key }) => key !== replyKey) })
    this.setState({ turn: 'idle', liveReply: null, isModelLoading: false, connection: 'connected' })
    this.notifyTabs()
    if (wasStopped) void this.refresh()
  }

  /** The server refunds a turn that fails. */
  private countRefund(): void {
    const { messagesLeft } = this.current
    if (messagesLeft !== null) this.setState({ messagesLeft: messagesLeft + 1 })
  }

  private async onTurnError(error: unknown, replyKey: string): Promise<void> {
    if (hasCode(error, 'turn_in_progress') && (await this.joinRunningReply(replyKey))) return
    if (hasStatus(error, 404) && (await this.createAgain(replyKey))) return
    if (isOverDailyLimit(error)) this.setState({ messagesLeft: 0 })
    if (this.restoreReplaced(replyKey, turnErrorText(error))) return
    const send = this.unconfirmed.get(replyKey)
    if (send) this.changeMessage(send.clientMessageId, { status: 'unsent' })
    this.endTurn(replyKey, { status: 'failed', error: turnErrorText(error) })
  }

  /** Shows what was shown before a version was asked for. A text that was edited can be edited on. */
  private restoreReplaced(replyKey: string, reason: string): boolean {
    const replaced = this.replaced.get(replyKey)
    if (!replaced) return false
    this.replaced.delete(replyKey)
    const { messages, later, edited } = replaced
    this.setState({ messages, later, editing: edited, turn: 'idle', liveReply: null, connection: 'connected' })
    this.deps.onRefused?.(reason)
    return true
  }

  private async onContinueError(error: unknown, { key, content, status, finish }: ConversationMessage): Promise<void> {
    if (hasCode(error, 'turn_in_progress') && (await this.joinRunningReply(key))) return
    if (isOverDailyLimit(error)) this.setState({ messagesLeft: 0 })
    this.endTurn(key, { content, status, finish, error: turnErrorText(error) })
  }

  /** Joins the reply that is being written already: for another tab, or for this very send. */
  private async joinRunningReply(replyKey: string): Promise<boolean> {
    const page = await this.fetchNewestPage()
    if (!page) return false
    const send = this.unconfirmed.get(replyKey)
    const editing = this.replaced.get(replyKey)?.edited
    if (editing) this.setState({ editing })
    this.replaced.delete(replyKey)
    this.discard(replyKey)
    if (send?.text && !hasArrived(page.messages, send)) this.restoreDraft(send)
    if (!this.visit.signal.aborted) this.showPage(page)
    return true
  }

  /** A conversation without a message is purged after a day. The first send creates it again, with its greeting. */
  private async createAgain(replyKey: string): Promise<boolean> {
    const { characterId, messages, hasMore } = this.current
    const send = this.unconfirmed.get(replyKey)
    const stored = messages.filter(({ id }) => id !== null)
    if (!send || hasStarted({ messages: stored, hasMore })) return false
    const [greeting] = stored
    const request = { characterId, greeting: greeting?.content }
    const page = await this.deps.createConversation(request).catch(() => null)
    if (!page) return false
    this.saveDraft('')
    this.setState({ conversationId: page.conversation.id, conversation: page.conversation })
    if (greeting) this.changeMessage(greeting.key, { id: page.messages[0]?.id ?? null })
    this.saveDraft(send.text, send)
    this.postMessage(replyKey, send)
    return true
  }

  /** Shows the reply as the server has stored it, when its stream can no longer be read. */
  private async showStoredReply(replyKey: string, text: string): Promise<void> {
    this.endTurn(replyKey, { content: text, status: 'interrupted' })
    const page = await this.fetchNewestPage()
    if (page && page.messages.at(-1)?.status !== 'streaming') this.showPage(page)
  }

  /** Removes an unconfirmed send and its reply from the transcript, and its text from the stored draft. */
  private discard(replyKey: string): void {
    const send = this.unconfirmed.get(replyKey)
    this.unconfirmed.delete(replyKey)
    const messages = this.current.messages.filter(({ key }) => key !== replyKey && key !== send?.clientMessageId)
    this.setState({ messages })
    this.saveDraft()
  }

  /** Puts the text of a send back into the composer. */
  private restoreDraft(send: PendingSend): void {
    this.draft.restoreDraft(this.current, send)
    this.setState({ draft: send.text })
  }

  private saveDraft(text = this.current.draft, send?: PendingSend): void {
    this.draft.save(this.current, text, send)
  }

  private changeMessage(key: string, changes: Partial<ConversationMessage>): void {
    this.setState({ messages: changeMessage(this.current.messages, key, changes) })
  }

  private notifyTabs(): void {
    const { conversationId } = this.current
    if (conversationId) this.deps.onChanged?.(conversationId)
  }
}
