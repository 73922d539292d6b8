import { type QueryClient, useQuery } from '@tanstack/react-query'
import { getJson, sendJson } from '#client/lib/http.ts'
import type { QuickReplies, QuickReply } from '#shared/quick-replies.ts'

const key = ['/api/quick-replies'] as const

/** `enabled`: false waits, so that the request does not delay the conversation. */
export function useQuickReplies(enabled = true) {
  return useQuery<QuickReplies>({ queryKey: key, enabled })
}

/** As `useQuickReplies`, reloaded each time: they may have been changed in another tab. */
export const useNewestQuickReplies = () => useQuery<QuickReplies>({ queryKey: key, refetchOnMount: 'always' })

/** Saves the replies that were changed from `before`, together with what was changed elsewhere since. */
export async function saveQuickReplies(
  client: QueryClient,
  replies: readonly QuickReply[],
  before: readonly QuickReply[],
): Promise<void> {
  const now = await getJson<QuickReplies>('/api/quick-replies')
  const merged = mergeReplies(replies, before, now.replies)
  client.setQueryData(key, await sendJson<QuickReplies>('PUT', '/api/quick-replies', { replies: merged }))
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
