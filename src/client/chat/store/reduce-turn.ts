import { beginOf } from '#client/lib/reply-stream.ts'
import type { EventOf, Result } from './conversation-events.ts'
import type { ConversationState, PendingSend } from './conversation-state.ts'
import {
  type ConversationMessage,
  changeMessage,
  createMessage,
  historyOf,
  saidAs,
  survivesNextTurn,
} from './messages.ts'
import { saveDraft, sendOfText, startReading } from './reduce-page.ts'
import { predictSpeaker, presentIn } from './scene-state.ts'

/** Shows the messages that a turn will have, and requests it. An empty text lets the character continue. */
export function send(state: ConversationState, { text, whisper, stamp }: EventOf<'sent'>): Result {
  const { clientMessageId } = sendOfText(state, text) ?? { clientMessageId: stamp.sendId }
  const pending: PendingSend = { text, clientMessageId, whisper }
  const audience = whisper ? [whisper.characterId] : presentIn(state)
  const common = { createdAt: stamp.now, audience, whisper: whisper !== undefined }
  const speakerId = whisper?.characterId ?? predictSpeaker(state, text)
  const reply = createMessage({ ...common, key: stamp.replyKey, role: 'character', status: 'streaming', speakerId })
  const said = createMessage({
    ...common,
    key: clientMessageId,
    role: 'user',
    status: 'sending',
    content: whisper?.message ?? text,
    persona: saidAs(state.persona),
  })
  // After going back, the messages that followed become versions of what is sent now.
  const added = text ? [{ ...said, siblings: state.later }, reply] : [{ ...reply, siblings: state.later }]
  const taken = { ...state, pendingSend: null }
  const [posted, effects] = post(
    {
      ...taken,
      draft: whisper ? state.draft : '',
      typewriterKey: null,
      later: [],
      messages: [...state.messages.filter(survivesNextTurn), ...added],
    },
    reply.key,
    pending,
  )
  // The draft is stored until the server confirms the send: before that it is the only copy that survives a reload.
  return [posted, [...(text ? saveDraft(taken, text, pending) : saveDraft(taken)), ...effects]]
}

/** Requests a turn that is shown already. */
export function post(state: ConversationState, replyKey: string, send: PendingSend): Result {
  const { characterId, conversationId, pickedSpeakerId, messages } = state
  const { text, clientMessageId, whisper } = send
  const before = messages.filter(({ key }) => key !== clientMessageId && key !== replyKey)
  const body = {
    characterId,
    conversationId,
    message: whisper?.message ?? text,
    conversationHistory: historyOf(before),
    clientMessageId,
    speakerId: whisper?.characterId ?? pickedSpeakerId ?? undefined,
    whisper: whisper ? true : undefined,
    leafId: before.at(-1)?.id ?? undefined,
  }
  const sends = { ...state.sends, [replyKey]: send }
  return startReading({ ...state, sends }, beginOf('POST /api/chat', { body }), replyKey)
}

/** Sends again what failed, or requests another version of a reply that failed. */
export function retry(state: ConversationState, { replyKey, stamp }: EventOf<'retried'>): Result {
  const send = state.sends[replyKey]
  if (!send) return regenerate(state, { replyKey, options: {}, stamp })
  const failed = changeMessage(state.messages, replyKey, { status: 'streaming', content: '', error: null })
  const messages = changeMessage(failed, send.clientMessageId, { status: 'sending' })
  return post({ ...state, messages }, replyKey, send)
}

export function regenerate(
  state: ConversationState,
  { replyKey, options, stamp }: Omit<EventOf<'regenerated'>, 'type'>,
): Result {
  const { conversationId, messages } = state
  const index = messages.findIndex(({ key }) => key === replyKey)
  const reply = messages[index]
  if (!reply?.id || !conversationId) return [state, []]
  const next: ConversationMessage = {
    ...reply,
    id: null,
    content: '',
    status: 'streaming',
    finish: null,
    error: null,
    expression: undefined,
    edited: false,
    siblings: reply.siblings.filter((id) => reply.content !== '' || id !== reply.id),
  }
  const body = { ...options, messageId: reply.id, clientMessageId: stamp.sendId }
  return startReading(
    replace(state, replyKey, [...messages.slice(0, index), next]),
    beginOf('POST /api/conversations/:id/replies', { params: { id: conversationId }, body }),
    replyKey,
  )
}

export function sendEdit(state: ConversationState, { messageKey, text, stamp }: EventOf<'editSent'>): Result {
  const { conversationId, messages } = state
  const index = messages.findIndex(({ key }) => key === messageKey)
  const message = messages[index]
  if (!message?.id || !conversationId) return [state, []]
  const edited: ConversationMessage = { ...message, id: null, content: text, status: 'sending' }
  const reply = createMessage({ key: stamp.replyKey, role: 'character', status: 'streaming', createdAt: stamp.now })
  const params = { id: conversationId, messageId: message.id }
  const body = { content: text, clientMessageId: stamp.sendId }
  return startReading(
    replace(state, reply.key, [...messages.slice(0, index), edited, reply], { key: messageKey, text }),
    beginOf('POST /api/conversations/:id/messages/:messageId/edit', { params, body }),
    reply.key,
  )
}

export function continueReply(state: ConversationState, { replyKey }: EventOf<'continued'>): Result {
  const { conversationId } = state
  const reply = state.messages.find(({ key }) => key === replyKey)
  if (!reply?.id || !conversationId) return [state, []]
  const messages = changeMessage(state.messages, replyKey, { status: 'streaming', finish: null, error: null })
  const position = { conversationId, messageId: reply.id, have: reply.content.length }
  return startReading({ ...state, messages }, { continue: position }, replyKey, reply)
}

/** Replaces the messages, until the server confirms or refuses the version. */
function replace(
  state: ConversationState,
  replyKey: string,
  messages: ConversationMessage[],
  edited: ConversationState['editing'] = null,
): ConversationState {
  const replaced = { ...state.replaced, [replyKey]: { messages: state.messages, later: state.later, edited } }
  return { ...state, replaced, messages, later: [], typewriterKey: null, editing: null }
}
