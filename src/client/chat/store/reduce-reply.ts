import { hasCode, ruleOf } from '#client/lib/http.ts'
import type { NextReply } from '#shared/chat.ts'
import { isOverDailyLimit, turnErrorText } from './chat-errors.ts'
import type { EventOf, Refusal, Result } from './conversation-events.ts'
import type { ConversationState } from './conversation-state.ts'
import { type ConversationMessage, changeMessage, createMessage } from './messages.ts'
import { saveDraft, show, startReading, withdraw } from './reduce-page.ts'

/** The server has the turn and the message that began it. */
export function begin(state: ConversationState, { replyKey, turn }: EventOf<'begun'>): Result {
  const { messageId, userMessageId, messagesLeft = state.messagesLeft, speakerId } = turn
  const send = state.sends[replyKey]
  const edited = state.replaced[replyKey]?.edited
  let { messages } = state
  if (speakerId) messages = changeMessage(messages, replyKey, { speakerId })
  if (edited) messages = confirmMessage(messages, edited.key, userMessageId)
  if (send) messages = confirmMessage(messages, send.clientMessageId, userMessageId)
  // A reply sent as JSON may lack the ids of its messages.
  messages = confirmMessage(messages, replyKey, messageId || null)
  const { [replyKey]: _replaced, ...replaced } = state.replaced
  const { [replyKey]: _send, ...sends } = state.sends
  const begun = { ...state, messages, messagesLeft, replaced, sends }
  if (!send) return [begun, [{ type: 'notifyTabs' }]]
  return [{ ...begun, pickedSpeakerId: null }, [...saveDraft(begun), { type: 'notifyTabs' }]]
}

/** The server has a message: it is the newest version, and it follows the message before it. */
function confirmMessage(
  messages: ConversationState['messages'],
  key: string,
  id: string | null,
): ConversationState['messages'] {
  const index = messages.findIndex((one) => one.key === key)
  const message = messages[index]
  if (!message) return messages
  const parentId = message.parentId ?? (id === null ? null : (messages[index - 1]?.id ?? null))
  const siblings = id === null || message.siblings.includes(id) ? message.siblings : [...message.siblings, id]
  const status = message.status === 'sending' ? 'complete' : message.status
  return changeMessage(messages, key, { id, parentId, siblings, status })
}

export function end(state: ConversationState, event: EventOf<'ended'>): Result {
  const { changes, isRefunded, isHeldBack, next } = event.end
  const refunded = isRefunded ? { ...state, messagesLeft: withRefund(state.messagesLeft) } : state
  // The classifier may have removed the user's message too, or earlier replies that it had not checked.
  const isStale = isHeldBack || state.messages.some(({ unchecked }) => unchecked)
  const [ended, effects] = endReply(refunded, event.replyKey, changes)
  if (next) {
    const [reading, more] = readNext(ended, next, event)
    return [reading, [...effects, ...more]]
  }
  // The end does not say whether another character speaks next if it was read from the database.
  const mayGoOn = next === undefined && state.scene !== null && state.scene.turnOrder !== 'manual'
  return [ended, isStale || mayGoOn ? [...effects, { type: 'refresh' }] : effects]
}

/** The messages that are left today after the server has refunded one. */
export const withRefund = (messagesLeft: number | null) => (messagesLeft === null ? null : messagesLeft + 1)

function endReply(state: ConversationState, replyKey: string, changes: Partial<ConversationMessage>): Result {
  // The server has removed a reply that was stopped before its first word; another version may take its place.
  const wasStopped = changes.status === 'interrupted' && changes.content === ''
  const messages = wasStopped
    ? state.messages.filter(({ key }) => key !== replyKey)
    : changeMessage(state.messages, replyKey, changes)
  const ended = { ...idle(state), messages }
  return [ended, wasStopped ? [{ type: 'notifyTabs' }, { type: 'refresh' }] : [{ type: 'notifyTabs' }]]
}

const idle = (state: ConversationState): ConversationState => {
  return { ...state, turn: 'idle', liveReply: null, isModelLoading: false, connection: 'connected' }
}

/** Reads the reply of another character that the server has begun. */
function readNext(state: ConversationState, next: NextReply, { stamp }: EventOf<'ended'>): Result {
  const { messages, conversationId } = state
  if (!conversationId) return [state, []]
  const { messageId: id, speakerId, messagesLeft } = next
  const before = messages.at(-1)
  const reply = createMessage({
    key: stamp.replyKey,
    id,
    parentId: before?.id ?? null,
    role: 'character',
    status: 'streaming',
    createdAt: stamp.now,
    siblings: [id],
    audience: before?.audience ?? null,
    speakerId,
  })
  const shown = { ...state, messages: [...messages, reply], messagesLeft }
  return startReading(shown, { join: { conversationId, messageId: id, have: 0 } }, reply.key)
}

/** Shows the reply as the server has stored it. */
export function lose(state: ConversationState, { replyKey, text }: EventOf<'lost'>): Result {
  const [ended, effects] = endReply(state, replyKey, { content: text, status: 'interrupted' })
  return [ended, [...effects, { type: 'showStored' }]]
}

/** The server did not begin a turn, or did not let the model go on. */
export function refuse(state: ConversationState, refusal: Refusal): Result {
  const { replyKey, error, before, isFinal } = refusal
  if (!isFinal) {
    const isOvertaken = hasCode(error, 'turn_in_progress') || (!before && hasCode(error, 'stale_leaf'))
    if (isOvertaken) return [state, [{ type: 'showOther', refusal }]]
    if (!before && hasCode(error, 'conversation_deleted')) return withdrawDeleted(state, replyKey)
  }
  const counted = isOverDailyLimit(error) ? { ...state, messagesLeft: 0 } : state
  const reason = turnErrorText(error)
  const rule = ruleOf(error)
  if (before) {
    const { content, status, finish } = before
    return endReply(counted, replyKey, { content, status, finish, error: reason, rule })
  }
  const { [replyKey]: replaced, ...others } = state.replaced
  if (replaced) {
    const { messages, later, edited: editing } = replaced
    const restored = { ...idle(counted), replaced: others, messages, later, editing }
    return [restored, [{ type: 'sayRefused', title: 'No new version', reason, rule }]]
  }
  const send = state.sends[replyKey]
  const messages = send ? changeMessage(state.messages, send.clientMessageId, { status: 'unsent' }) : state.messages
  return endReply({ ...counted, messages }, replyKey, { status: 'failed', error: reason, rule })
}

/** Removes the turn from a deleted conversation. Its text returns to the composer, for when the conversation is restored. */
function withdrawDeleted(state: ConversationState, replyKey: string): Result {
  const [withdrawn, effects] = withdraw(state, replyKey, [])
  return [{ ...withdrawn, phase: 'deleted', turn: 'idle', liveReply: null, isModelLoading: false }, effects]
}

/**
 * Removes the turn and shows the conversation as the server has it, with the reply that is already running: that of
 * another tab, or of an earlier attempt at this send.
 */
export function overtake(state: ConversationState, event: EventOf<'overtaken'>): Result {
  const { replyKey, page, error, hasLeft } = event
  const [withdrawn, effects] = withdraw(state, replyKey, page.messages)
  const [shown, more] = hasLeft ? [withdrawn, []] : show(withdrawn, page)
  const said = { type: 'sayRefused', title: 'Not sent', reason: turnErrorText(error) } as const
  return [shown, [...effects, ...more, ...(hasCode(error, 'stale_leaf') ? [said] : [])]]
}
