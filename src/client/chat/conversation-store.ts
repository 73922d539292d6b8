import { HttpError, hasStatus } from '#client/lib/http.ts'
import type { BegunTurn, ConversationPage } from '#shared/chat.ts'
import { type Cell, createCell } from './cell.ts'
import { wordsForError } from './chat-errors.ts'
import type { ConversationParts, Scene } from './conversation-parts.ts'
import { blankState, type ConversationState } from './conversation-state.ts'
import { sceneOf } from './drafts.ts'
import { changeLine, historyOf, isKept, type Line, newLine, prependOlder, renewPage } from './lines.ts'
import type { ReplySource } from './reply-stream.ts'
import { Turn } from './turn.ts'

/** What a turn was asked with, so that it can be asked again. */
interface Asked {
  text: string
  clientMessageId: string
}

/**
 * One conversation as the player sees it: it opens, pages back, sends, follows replies to their end and joins them
 * again after a reload. It knows nothing of React; `use-conversation.ts` shows it.
 */
export class ConversationStore {
  readonly cell: Cell<ConversationState>
  /** Tells one visit from the next. */
  readonly key: string
  private readonly parts: ConversationParts
  /** By the reply's line: what is still without an answer from the server. */
  private readonly asked = new Map<string, Asked>()
  /** A send from before the page was reloaded: whether the server has it was never heard. */
  private unheard: Asked | null = null
  private turn: Turn | null = null
  private visit = 0

  constructor(parts: ConversationParts, scene: Scene) {
    this.parts = parts
    this.key = parts.newId()
    const { characterId } = scene
    const conversationId = scene.conversationId ?? null
    const { text: draft, sentAs } = parts.drafts.read(sceneOf(conversationId, characterId))
    if (sentAs) this.unheard = { text: draft, clientMessageId: sentAs }
    const opening = conversationId ? 'opening' : 'open'
    this.cell = createCell<ConversationState>({ ...blankState, characterId, conversationId, draft, opening })
  }

  /**
   * Reads the newest page, and joins the reply that is being written, if one is. A new chat whose first line was sent
   * before a reload turns out to be a conversation.
   */
  async open(): Promise<void> {
    if (this.cell.get().opening !== 'open') this.cell.set({ opening: 'opening' })
    this.visit += 1
    const { visit } = this
    const begun = await this.hearOfSend(visit)
    const { conversationId } = this.cell.get()
    if (!conversationId || visit !== this.visit) return
    try {
      let page = await this.parts.openPage(conversationId)
      // It may have been asked for before the line was there.
      if (begun && !page.messages.some(({ id }) => id === begun.messageId)) {
        page = await this.parts.openPage(conversationId)
      }
      if (visit === this.visit) this.showPage(page)
    } catch (error) {
      if (visit === this.visit) this.cell.set({ opening: hasStatus(error, 404) ? 'missing' : 'unreachable' })
    }
  }

  /** What the server has of the send nobody heard of; what it has need not be sent again. */
  private async hearOfSend(visit: number): Promise<BegunTurn | null> {
    const { unheard } = this
    if (!unheard) return null
    const begun = await this.parts.findTurn(unheard.clientMessageId).catch(() => null)
    // Sent again meanwhile: under the same id, so that it hears of itself.
    if (!begun || visit !== this.visit || this.cell.get().turn !== 'idle') return null
    this.unheard = null
    const { draft } = this.cell.get()
    this.keepDraft('')
    this.cell.set({ conversationId: begun.conversationId, draft: draft === unheard.text ? '' : draft })
    this.keepDraft(this.cell.get().draft)
    return begun
  }

  /** Stops listening; the server goes on with what it was doing. */
  leave(): void {
    this.visit += 1
    this.turn?.leave()
  }

  /** Another tab changed the conversation: look again, keeping what only this tab knows. */
  async refresh(): Promise<void> {
    const { conversationId, turn } = this.cell.get()
    if (!conversationId || turn !== 'idle') return
    const { visit } = this
    const page = await this.parts.openPage(conversationId).catch(() => null)
    if (page && visit === this.visit && this.cell.get().turn === 'idle') this.showPage(page)
  }

  async loadOlder(): Promise<void> {
    const { conversationId, lines, hasMore, older } = this.cell.get()
    const before = lines.find((line) => line.id !== null)?.id
    if (!conversationId || !before || !hasMore || older === 'loading') return
    this.cell.set({ older: 'loading' })
    try {
      const page = await this.parts.openPage(conversationId, before)
      this.cell.set({
        lines: prependOlder(this.cell.get().lines, page.messages),
        hasMore: page.hasMore,
        older: 'idle',
      })
    } catch {
      this.cell.set({ older: 'failed' })
    }
  }

  /** A new chat begins with the character's greeting, typed out when it is seen for the first time. */
  greet(greeting: string, type: boolean): void {
    const { conversationId, turn, lines } = this.cell.get()
    if (conversationId || turn !== 'idle' || lines.length > 0 || !greeting) return
    const { newId, now } = this.parts
    const line = newLine({ key: newId(), role: 'character', content: greeting, createdAt: now() })
    this.cell.set({ lines: [line], typing: type ? line.key : null })
  }

  finishTyping = (): void => {
    if (this.cell.get().typing) this.cell.set({ typing: null })
  }

  /** Keeps what is being typed, here and in the browser's storage. */
  write(draft: string): void {
    this.keepDraft(draft)
    this.cell.set({ draft })
  }

  /** Sends the draft; an empty one asks the character to go on. */
  send(): void {
    const { turn, opening, draft } = this.cell.get()
    if (turn !== 'idle' || opening !== 'open') return
    this.say(draft.trim())
    this.cell.set({ draft: '' })
  }

  /** Asks the character to go on; what is being typed stays where it is. */
  goOn(): void {
    if (this.cell.get().turn === 'idle') this.say('')
  }

  private say(text: string): void {
    const { lines, draft } = this.cell.get()
    const { newId, now } = this.parts
    const asked = this.unheard?.text === text ? this.unheard : { text, clientMessageId: newId() }
    this.unheard = null
    const said = newLine({ key: asked.clientMessageId, role: 'user', content: asked.text, createdAt: now() })
    const reply = newLine({ key: newId(), role: 'character', status: 'streaming', createdAt: now() })
    const fresh: Line[] = asked.text ? [{ ...said, status: 'sending' }, reply] : [reply]
    // The stored draft stays until the server has the line: until then it is the only copy that outlives the page.
    if (text) this.keepDraft(text, asked.clientMessageId)
    else this.keepDraft(draft)
    this.cell.set({ typing: null, lines: [...lines.filter(isKept), ...fresh] })
    this.ask(reply.key, asked)
  }

  /** Asks again for a reply that failed. */
  tryAgain(key: string): void {
    const { turn, conversationId, lines } = this.cell.get()
    const line = lines.find((one) => one.key === key)
    if (!line || turn !== 'idle') return
    const clean = changeLine(lines, key, { status: 'streaming', content: '', error: null })
    const asked = this.asked.get(key)
    this.cell.set({ lines: asked ? changeLine(clean, asked.clientMessageId, { status: 'sending' }) : clean })
    if (asked) this.ask(key, asked)
    else {
      const body = { messageId: line.id, clientMessageId: this.parts.newId() }
      this.follow({ begin: { url: `/api/conversations/${conversationId}/replies`, body } }, key)
    }
  }

  /** Stops the running reply; what was said is kept. Rejects when the server cannot be told. */
  async stop(): Promise<void> {
    if (this.cell.get().turn !== 'idle') await this.turn?.stop()
  }

  private ask(key: string, asked: Asked): void {
    this.asked.set(key, asked)
    const { characterId, conversationId, lines } = this.cell.get()
    const body = {
      characterId,
      message: asked.text,
      conversationHistory: conversationId ? [] : historyOf(lines, asked.clientMessageId),
      clientMessageId: asked.clientMessageId,
      ...(conversationId && { conversationId }),
    }
    this.follow({ begin: { url: '/api/chat', body } }, key)
  }

  private follow(source: ReplySource, key: string, sofar = ''): void {
    this.turn?.leave()
    const turn: Turn = new Turn(this.parts, this.cell, key, {
      began: (began) => this.began(began, key),
      settled: () => this.tellOthers(),
      refused: (error) => void this.refused(error, turn, key, 'join' in source),
    })
    this.turn = turn
    void turn.follow(source, sofar)
  }

  private began({ conversationId, userMessageId }: BegunTurn, key: string): void {
    const asked = this.asked.get(key)
    if (asked) {
      const { lines } = this.cell.get()
      this.cell.set({ lines: changeLine(lines, asked.clientMessageId, { id: userMessageId, status: 'complete' }) })
      this.keepDraft('')
      this.asked.delete(key)
    }
    this.cell.set({ conversationId })
    this.keepDraft(this.cell.get().draft)
    this.tellOthers()
  }

  private async refused(error: unknown, turn: Turn, key: string, joining: boolean): Promise<void> {
    if (joining) return this.lost(turn)
    const elsewhere = error instanceof HttpError && error.body?.code === 'turn_in_progress'
    if (elsewhere && (await this.joinOther(key))) return
    const asked = this.asked.get(key)
    const { lines } = this.cell.get()
    if (asked) this.cell.set({ lines: changeLine(lines, asked.clientMessageId, { status: 'unsent' }) })
    turn.settle({ status: 'failed', error: wordsForError(error) })
  }

  /** The reply can no longer be followed: what the server has stored of it is all there is. */
  private async lost(turn: Turn): Promise<void> {
    turn.settle({ content: turn.text, status: 'interrupted' })
    const page = await this.newestPage()
    if (page && page.messages.at(-1)?.status !== 'streaming') this.showPage(page)
  }

  /** A reply is already being written (another tab, or our own request that seemed lost): follow that one. */
  private async joinOther(key: string): Promise<boolean> {
    const page = await this.newestPage()
    if (!page) return false
    const asked = this.asked.get(key)
    const arrived = asked && (await this.parts.findTurn(asked.clientMessageId).catch(() => null))
    const { lines } = this.cell.get()
    this.cell.set({ lines: lines.filter((line) => line.key !== key && line.key !== asked?.clientMessageId) })
    this.asked.delete(key)
    if (arrived) this.keepDraft('')
    else if (asked?.text) this.giveBack(asked)
    this.showPage(page)
    return true
  }

  /** Puts the words back where they were written; sent again, they are the same send. */
  private giveBack(asked: Asked): void {
    this.unheard = asked
    this.keepDraft(asked.text, asked.clientMessageId)
    this.cell.set({ draft: asked.text })
  }

  private async newestPage(): Promise<ConversationPage | null> {
    const { conversationId } = this.cell.get()
    return conversationId ? this.parts.openPage(conversationId).catch(() => null) : null
  }

  private showPage({ conversation, messages, hasMore }: ConversationPage): void {
    const before = this.cell.get()
    const local = before.lines.filter((line) => line.id === null && line.status !== 'complete')
    const { lines, joined } = renewPage(before.lines, messages)
    this.cell.set({
      opening: 'open',
      conversation,
      characterId: conversation.characterId,
      lines: [...lines, ...local],
      hasMore: joined ? before.hasMore : hasMore,
      turn: 'idle',
      live: null,
    })
    const last = messages.at(-1)
    if (last?.status !== 'streaming') return
    const join = { conversationId: conversation.id, messageId: last.id, have: last.content.length }
    this.follow({ join }, lines.at(-1)?.key ?? last.id, last.content)
  }

  private keepDraft(text: string, sentAs?: string): void {
    const { conversationId, characterId } = this.cell.get()
    this.parts.drafts.keep(sceneOf(conversationId, characterId), text, sentAs)
  }

  private tellOthers(): void {
    const { conversationId } = this.cell.get()
    if (conversationId) this.parts.onChanged?.(conversationId)
  }
}
