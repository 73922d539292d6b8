import { expect, it } from 'vitest'
import { createQueryClient } from '#client/lib/query-client.ts'
import { invalidateConversations } from './conversation-list-api.ts'

it('a changed conversation makes stale what shows conversations, and nothing else', async () => {
  const client = createQueryClient()
  const derived = [
    ['/api/conversations?limit=1'],
    ['/api/conversations?limit=20&search=a'],
    ['/api/conversations', 'with', 'ines'],
    ['/api/conversations', 'pinned'],
    ['/api/conversations', 'archived'],
  ]
  const others = [['/api/characters'], ['/api/characters/public?limit=20'], ['/api/conversations', 'list']]
  for (const key of [...derived, ...others]) client.setQueryData(key, [])
  const isStale = (key: string[]) => client.getQueryState(key)?.isInvalidated
  await invalidateConversations(client)
  expect(derived.map(isStale)).toEqual([true, true, true, true, true])
  expect(others.map(isStale)).toEqual([false, false, false])
})
