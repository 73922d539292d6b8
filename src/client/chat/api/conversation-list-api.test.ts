import { expect, it } from 'vitest'
import { createQueryClient, queryOf } from '#client/lib/query-client.ts'
import { invalidateConversations } from './conversation-list-api.ts'

it('a changed conversation makes stale what shows conversations, and nothing else', async () => {
  const client = createQueryClient()
  const derived = [
    queryOf('GET /api/conversations', { query: { limit: 1 } }).queryKey,
    queryOf('GET /api/conversations', { query: { limit: 20, search: 'a' } }).queryKey,
    queryOf('GET /api/conversations/characters').queryKey,
    ['GET /api/conversations', 'archived'],
  ]
  const others = [queryOf('GET /api/characters').queryKey, ['GET /api/conversations', 'list']]
  for (const key of [...derived, ...others]) client.setQueryData(key, [])
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  await invalidateConversations(client)
  expect(derived.map(isStale)).toEqual([true, true, true, true])
  expect(others.map(isStale)).toEqual([false, false])
})
