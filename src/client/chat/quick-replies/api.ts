import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import type { QuickReply } from '#shared/quick-replies.ts'

const query = queryOf('GET /api/quick-replies')

/** `enabled`: false waits, so that the request does not delay the conversation. */
export function useQuickReplies(enabled = true) {
  return useQuery({ ...query, enabled })
}

/** As `useQuickReplies`, reloaded each time: they may have been changed in another tab. */
export const useNewestQuickReplies = () => useQuery({ ...query, refetchOnMount: 'always' })

/** Saves the replies that were changed from `before`, together with what was changed elsewhere since. */
export async function saveQuickReplies(
  client: QueryClient,
  replies: readonly QuickReply[],
  before: readonly QuickReply[],
): Promise<void> {
  const now = await call('GET /api/quick-replies')
  const merged = mergeReplies(replies, before, now.replies)
  client.setQueryData(query.queryKey, await call('PUT /api/quick-replies', { body: { replies: merged } }))
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
