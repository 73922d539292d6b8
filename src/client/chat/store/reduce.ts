import type { ConversationEvent, Result } from './conversation-events.ts'
import type { ConversationState } from './conversation-state.ts'
import { prependOlder } from './messages.ts'
import { notLoaded, saveDraft, show, withStoredDraft } from './reduce-page.ts'
import { begin, end, lose, overtake, refuse } from './reduce-reply.ts'
import { continueReply, regenerate, retry, send, sendEdit } from './reduce-turn.ts'

/** What an event makes of a conversation, and what is to be done then. */
export function reduce(state: ConversationState, event: ConversationEvent): Result {
  const isIdle = state.turn === 'idle'
  switch (event.type) {
    case 'set':
      return [{ ...state, ...event.changes }, []]
    case 'saved':
      return [{ ...state, ...event.changes }, [{ type: 'notifyTabs' }]]
    case 'draftChanged':
      return [{ ...state, draft: event.draft }, saveDraft(state, event.draft)]
    case 'created':
      return show(withStoredDraft(state, event.page.conversation.id, event.stored), event.page)
    case 'shown':
      return show(state, event.page, event.isRefresh)
    case 'olderShown': {
      const { messages, hasMore } = event.page
      return [{ ...state, messages: prependOlder(state.messages, messages), hasMore, older: 'idle' }, []]
    }
    case 'treeChanged': {
      const [shown, effects] = show({ ...state, typewriterKey: null }, event.page)
      return [shown, [...effects, { type: 'notifyTabs' }]]
    }
    case 'notLoaded':
      return [notLoaded(state, event), []]
    case 'sent':
      return isIdle && state.phase === 'open' ? send(state, event) : [state, []]
    case 'retried':
      return isIdle ? retry(state, event) : [state, []]
    case 'regenerated':
      return isIdle ? regenerate(state, event) : [state, []]
    case 'editSent':
      return isIdle ? sendEdit(state, event) : [state, []]
    case 'continued':
      return isIdle ? continueReply(state, event) : [state, []]
    case 'begun':
      return begin(state, event)
    case 'text': {
      const { replyKey: key, text } = event
      if (state.liveReply?.key !== key) return [state, []]
      return [{ ...state, turn: 'replying', liveReply: { key, text }, isModelLoading: false }, []]
    }
    case 'ended':
      return end(state, event)
    case 'lost':
      return lose(state, event)
    case 'refused':
      return refuse(state, event)
    case 'overtaken':
      return overtake(state, event)
  }
}
