import { errorText, hasCode, hasStatus } from '#client/lib/http.ts'
import type { ReplySource } from '#client/lib/reply-stream.ts'
import type { ConversationPage, Message } from '#shared/chat.ts'
import { type Effect, type EventOf, hasArrived, type Result } from './conversation-events.ts'
import { type ConversationState, hasStarted, type PendingSend } from './conversation-state.ts'
import type { Draft } from './drafts.ts'
import { type ConversationMessage, fromServer, mergeNewestPage } from './messages.ts'

/** The state with the stored draft of its conversation. A send whose answer was lost (a reload) becomes the pending one. */
export function withStoredDraft(state: ConversationState, conversationId: string, stored: Draft): ConversationState {
  const { text, pendingId } = stored
  const pendingSend = pendingId ? { text, clientMessageId: pendingId } : null
  return { ...state, conversationId, draft: text, pendingSend }
}

/** The pending send, if this is its text. */
export function sendOfText({ pendingSend }: ConversationState, text: string): PendingSend | null {
  return pendingSend?.text === text ? pendingSend : null
}

/** Stores the draft, so that it survives a reload. With `send` it is stored as sent. */
export function saveDraft(state: ConversationState, text = state.draft, send = sendOfText(state, text)): Effect[] {
  const { conversationId, characterId } = state
  if (!conversationId) return []
  const unstartedWith = hasStarted(state) ? null : characterId
  return [{ type: 'saveDraft', conversationId, text, pendingId: send?.clientMessageId ?? null, unstartedWith }]
}

/** Shows the newest page, and joins the reply at its end if it is running. */
export function show(before: ConversationState, page: ConversationPage, isRefresh = false): Result {
  const [known, discarded] = discardArrived(before, page.messages)
  const shown = withNewestPage(known, page)
  const effects = [...discarded]
  const greeting = before.phase === 'open' || hasStarted(shown) ? undefined : shown.messages[0]
  if (greeting) {
    const { key, content } = greeting
    effects.push({ type: 'greet', key, characterId: shown.characterId, greeting: content })
  }
  const { editing } = shown
  const isEditHidden = isRefresh && editing && !shown.messages.some(({ key }) => key === editing.key)
  if (isEditHidden) effects.push({ type: 'sayEditHidden', text: editing.text })
  const [state, recovered] = recoverPendingSend(shown, page.messages)
  const [joined, joining] = join(state, page.messages.at(-1))
  return [joined, [...effects, ...recovered, ...joining]]
}

/** The state with the server's newest page in it. Messages that only the client has stay at the end. */
function withNewestPage(state: ConversationState, page: ConversationPage): ConversationState {
  const { conversation, hasMore } = page
  const { messages, overlaps } = mergeNewestPage(state.messages, page.messages)
  const local = state.messages.filter(({ id, status }) => id === null && status !== 'complete')
  return {
    ...state,
    phase: 'open',
    conversation,
    scene: page.scene ?? null,
    hasUpdate: page.hasUpdate ?? false,
    characterId: conversation.characterId,
    messages: [...messages, ...local],
    hasMore: overlaps ? state.hasMore : hasMore,
    later: page.later,
    turn: 'idle',
    liveReply: null,
    persona: page.persona,
    notes: page.notes,
    messagesLeft: page.messagesLeft,
    pagesShown: state.pagesShown + 1,
  }
}

/** Ends the pending send if the server has its message, which then leaves the composer. */
function recoverPendingSend(state: ConversationState, stored: readonly Message[]): Result {
  const { pendingSend, draft } = state
  if (!pendingSend || !hasArrived(stored, pendingSend)) return [state, []]
  if (draft !== pendingSend.text) return [{ ...state, pendingSend: null }, []]
  const cleared = { ...state, pendingSend: null, draft: '' }
  return [cleared, saveDraft(cleared)]
}

/** Reads a reply that was already running when the page was loaded. */
function join(state: ConversationState, last: Message | undefined): Result {
  const { conversationId, messages } = state
  if (!conversationId || last?.status !== 'streaming') return [state, []]
  const replyKey = messages.find(({ id }) => id === last.id)?.key ?? last.id
  const position = { conversationId, messageId: last.id, have: last.content.length }
  return startReading(state, { join: position }, replyKey, fromServer(last))
}

/** Begins to read a reply. `before`: its message, if it already has text. */
export function startReading(
  state: ConversationState,
  source: ReplySource,
  replyKey: string,
  before?: ConversationMessage,
): Result {
  const text = before?.content ?? ''
  const turn = text === '' ? 'waiting' : 'replying'
  const reading = { ...state, turn, liveReply: { key: replyKey, text }, isModelLoading: false } as const
  return [reading, [{ type: 'read', source, replyKey, before }]]
}

/** Removes the sends that the server turns out to have. */
function discardArrived(state: ConversationState, stored: readonly Message[]): Result {
  const arrived = Object.keys(state.sends).filter((replyKey) => {
    const send = state.sends[replyKey]
    return send && hasArrived(stored, send)
  })
  return arrived.reduce<Result>(
    ([before, effects], replyKey) => {
      const [after, more] = discard(before, replyKey)
      return [after, [...effects, ...more]]
    },
    [state, []],
  )
}

/** Removes an unconfirmed send and its reply from the transcript, and its text from the stored draft. */
function discard(state: ConversationState, replyKey: string): Result {
  const { [replyKey]: send, ...sends } = state.sends
  const messages = state.messages.filter(({ key }) => key !== replyKey && key !== send?.clientMessageId)
  const discarded = { ...state, sends, messages }
  return [discarded, saveDraft(discarded)]
}

/** Removes a turn that the server did not begin. Text that it does not have returns to the composer or editor. */
export function withdraw(state: ConversationState, replyKey: string, stored: readonly Message[]): Result {
  const send = state.sends[replyKey]
  const { [replyKey]: replaced, ...others } = state.replaced
  const editing = replaced?.edited ?? state.editing
  const [discarded, effects] = discard({ ...state, replaced: others, editing }, replyKey)
  if (!send?.text || hasArrived(stored, send)) return [discarded, effects]
  const restored = { ...discarded, pendingSend: send, draft: send.text }
  return [restored, [...effects, ...saveDraft(restored)]]
}

/** Where the server does not have the conversation, or cannot be reached. A refresh that fails changes nothing else. */
export function notLoaded(state: ConversationState, { error, isRefresh }: EventOf<'notLoaded'>): ConversationState {
  if (hasCode(error, 'conversation_deleted')) return { ...state, phase: 'deleted' }
  if (hasStatus(error, 404)) return { ...state, phase: 'missing' }
  return isRefresh ? state : { ...state, phase: 'failed', problem: errorText(error) }
}
