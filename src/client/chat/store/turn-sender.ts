import { cleanText } from '#shared/clean-text.ts'
import { hasStarted } from './conversation-state.ts'
import { createMessage, historyOf, saidAs, survivesNextTurn } from './messages.ts'
import type { OpenConversation } from './open-conversation.ts'
import type { PendingSend, Whisper } from './pending-send.ts'
import type { PendingTurns } from './pending-turns.ts'
import type { RunningReply } from './running-reply.ts'
import { predictSpeaker, presentIn } from './scene-state.ts'

/** Begins turns: shows the messages that a turn will have, and requests it. Calls during a turn are ignored. */
export class TurnSender {
  private readonly conversation: OpenConversation
  private readonly pending: PendingTurns
  private readonly reply: RunningReply

  constructor(conversation: OpenConversation, pending: PendingTurns, reply: RunningReply) {
    this.conversation = conversation
    this.pending = pending
    this.reply = reply
  }

  /** Sends a text in place of the draft, or the draft; an empty one lets the character continue. */
  send(text = this.conversation.current.draft): void {
    const { turn, phase } = this.conversation.current
    if (turn !== 'idle' || phase !== 'open') return
    this.startTurn(cleanText(text))
    this.conversation.set({ draft: '' })
  }

  /** Says something to one character of a scene, which the others do not hear. `command`: what the user has written. */
  whisper(command: string, { characterId, message }: Whisper): void {
    const { turn, phase } = this.conversation.current
    if (turn === 'idle' && phase === 'open') this.startTurn(command, { characterId, message: cleanText(message) })
  }

  /** Lets the model go on in a reply that was cut or stopped. */
  continueReply(replyKey: string): void {
    const { turn, conversationId, messages } = this.conversation.current
    const reply = messages.find((message) => message.key === replyKey)
    if (!reply?.id || !conversationId || turn !== 'idle') return
    this.conversation.changeMessage(replyKey, { status: 'streaming', finish: null, error: null })
    const position = { conversationId, messageId: reply.id, have: reply.content.length }
    this.reply.read({ continue: position }, replyKey, reply)
  }

  /** Sends again what failed, or requests another version of a reply that failed. */
  retry(replyKey: string): void {
    const send = this.pending.sendOf(replyKey)
    if (!send) {
      this.regenerate(replyKey)
      return
    }
    if (this.conversation.current.turn !== 'idle') return
    this.conversation.changeMessage(replyKey, { status: 'streaming', content: '', error: null })
    this.conversation.changeMessage(send.clientMessageId, { status: 'sending' })
    this.post(replyKey, send)
  }

  /** Requests another version of a reply, with a hint or without. */
  regenerate(replyKey: string, hint = ''): void {
    const { turn, conversationId, messages } = this.conversation.current
    const index = messages.findIndex(({ key }) => key === replyKey)
    const reply = messages[index]
    if (!reply?.id || !conversationId || turn !== 'idle') return
    const body = { messageId: reply.id, clientMessageId: this.conversation.deps.newId(), hint }
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
    this.pending.replace(replyKey, [...messages.slice(0, index), next])
    this.reply.read({ begin: { url: `/api/conversations/${conversationId}/replies`, body } }, replyKey)
  }

  /** Sends another version of the user's own message. */
  editMessage(messageKey: string, text: string): void {
    const { turn, conversationId, messages } = this.conversation.current
    const index = messages.findIndex(({ key }) => key === messageKey)
    const message = messages[index]
    if (!message?.id || !conversationId || turn !== 'idle') return
    const { newId, now } = this.conversation.deps
    const edited = createMessage({ ...message, id: null, content: text, status: 'sending' })
    const reply = createMessage({ key: newId(), role: 'character', status: 'streaming', createdAt: now() })
    this.pending.replace(reply.key, [...messages.slice(0, index), edited, reply], { key: messageKey, text })
    const url = `/api/conversations/${conversationId}/messages/${encodeURIComponent(message.id)}/edit`
    this.reply.read({ begin: { url, body: { content: text, clientMessageId: newId() } } }, reply.key)
  }

  /** A conversation without a message is purged after a day. The first send creates it again, with its greeting. */
  async createAgain(replyKey: string): Promise<boolean> {
    const { conversation } = this
    const { characterId, messages, hasMore } = conversation.current
    const send = this.pending.sendOf(replyKey)
    const stored = messages.filter(({ id }) => id !== null)
    if (!send || hasStarted({ messages: stored, hasMore })) return false
    const [greeting] = stored
    const request = { characterId, greeting: greeting?.content }
    const page = await conversation.deps.createConversation(request).catch(() => null)
    if (!page) return false
    conversation.saveDraft('')
    conversation.set({ conversationId: page.conversation.id, conversation: page.conversation })
    if (greeting) conversation.changeMessage(greeting.key, { id: page.messages[0]?.id ?? null })
    conversation.saveDraft(send.text, send)
    this.post(replyKey, send)
    return true
  }

  private startTurn(text: string, whisper?: Whisper): void {
    const { conversation } = this
    const { current } = conversation
    const { newId, now } = conversation.deps
    const send = { ...conversation.draft.takeSend(text, newId), ...(whisper ? { whisper } : {}) }
    const speakerId = whisper?.characterId ?? predictSpeaker(current, text)
    const audience = whisper ? [whisper.characterId] : presentIn(current)
    const common = { key: newId(), createdAt: now(), audience, whisper: whisper !== undefined }
    const reply = createMessage({ ...common, role: 'character', status: 'streaming', speakerId })
    const added = [reply]
    if (text) {
      const key = send.clientMessageId
      const persona = saidAs(current.persona)
      added.unshift(
        createMessage({ ...common, key, role: 'user', status: 'sending', content: whisper?.message ?? text, persona }),
      )
    }
    // The draft is stored until the server confirms the send: before that it is the only copy that survives a reload.
    if (text) conversation.saveDraft(text, send)
    else conversation.saveDraft()
    // After going back, the messages that followed become versions of what is sent now.
    const [first] = added
    if (first) first.siblings = current.later
    const messages = [...current.messages.filter(survivesNextTurn), ...added]
    conversation.set({ typewriterKey: null, later: [], messages })
    this.post(reply.key, send)
  }

  private post(replyKey: string, send: PendingSend): void {
    this.pending.addSend(replyKey, send)
    const { characterId, conversationId, pickedSpeakerId, messages } = this.conversation.current
    const { text, clientMessageId, whisper } = send
    const before = messages.filter(({ key }) => key !== clientMessageId && key !== replyKey)
    const body = {
      characterId,
      conversationId,
      message: whisper?.message ?? text,
      conversationHistory: historyOf(before),
      clientMessageId,
      speakerId: whisper?.characterId ?? pickedSpeakerId ?? undefined,
      ...(whisper ? { whisper: true } : {}),
      leafId: before.at(-1)?.id ?? undefined,
    }
    this.reply.read({ begin: { url: '/api/chat', body } }, replyKey)
  }
}
