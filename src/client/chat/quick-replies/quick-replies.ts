import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { call } from '#client/lib/http.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import type { QuickReply } from '#shared/quick-replies.ts'
import type { ConversationStore } from '../store/conversation-store.ts'

const query = queryOf('GET /api/quick-replies')

export const useQuickReplies = () => useQuery(query)

/** As `useQuickReplies`, reloaded each time: they may have been changed in another tab. */
export const useNewestQuickReplies = () => useQuery({ ...query, refetchOnMount: 'always' })

/** Saves the replies that were changed from `before`, together with what was changed elsewhere since. */
export async function saveQuickReplies(replies: readonly QuickReply[], before: readonly QuickReply[]): Promise<void> {
  const now = await call('GET /api/quick-replies')
  const merged = mergeReplies(replies, before, now.replies)
  queryClient.setQueryData(query.queryKey, await call('PUT /api/quick-replies', { body: { replies: merged } }))
}

const textOf = ({ label, text, sendNow }: QuickReply) => JSON.stringify([label, text, sendNow])

/** `mine` without what was deleted elsewhere since `before`, and with what was added there. */
export function mergeReplies(
  mine: readonly QuickReply[],
  before: readonly QuickReply[],
  elsewhere: readonly QuickReply[],
): QuickReply[] {
  const [own, known, there] = [mine, before, elsewhere].map((replies) => new Set(replies.map(textOf)))
  const kept = mine.filter((reply) => !known?.has(textOf(reply)) || there?.has(textOf(reply)))
  return [...kept, ...elsewhere.filter((reply) => !known?.has(textOf(reply)) && !own?.has(textOf(reply)))]
}

/** A text with its macros expanded, with the names of the conversation. The macros are loaded with the first use. */
export async function expandText(store: ConversationStore, text: string, char: string): Promise<string> {
  if (!text.includes('{{') && !text.includes('<')) return text
  const { expandMacros } = await import('#engine/macros/expand.ts')
  const { persona, conversationId, messages } = store.state.getState()
  const newest = (role?: 'user' | 'character') =>
    messages.findLast((message) => role === undefined || message.role === role)?.content ?? ''
  return expandMacros(text, {
    char,
    user: persona?.name ?? 'You',
    texts: { lastMessage: newest(), lastUserMessage: newest('user'), lastCharMessage: newest('character') },
    now: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    variables: new Map(),
    random: Math.random,
    seed: conversationId ?? '',
  }).trim()
}

const key = 'quick_replies'
const collapsed = 'collapsed'

/** Whether the bar of quick replies is open. It is kept on this device. */
export const useReplyBarOpen = create(() => tryOrNull(() => localStorage.getItem(key)) !== collapsed)

export function toggleReplyBar(): void {
  const isOpen = !useReplyBarOpen.getState()
  useReplyBarOpen.setState(isOpen, true)
  tryOrNull(() => localStorage.setItem(key, isOpen ? 'open' : collapsed))
}
