import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#engine/seeded-random.ts'
import { insertMessages, readHistory, redactMessage } from '#server/chat/queries.ts'
import { HistoryCache } from '#server/chat/replies/history-cache.ts'
import type { OwnConversationId } from '#server/core/owned-id.ts'
import type { ConversationPage } from '#shared/chat.ts'
import { createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let conversationId: OwnConversationId
let greetingId: string
beforeAll(async () => {
  app = await createTestApp()
  const player = await app.signUp()
  const character = await createCharacter(player)
  const page = await player.post<ConversationPage>('/api/conversations', { characterId: character.id })
  conversationId = page.conversation.id as OwnConversationId
  greetingId = page.messages[0]?.id ?? ''
})
afterAll(() => app.close())

interface Node {
  id: string
  parent: Node | null
  depth: number
}

test('after each of 1,500 random changes of a tree, a cached history is what the database has', async () => {
  const { context } = app
  const { db, clock, ids } = context
  const cache = new HistoryCache(context)
  const random = seededRandom('changes')
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const textOf = (size: number) => `${size} `.repeat(1 + Math.floor(random() * size))
  let leaf: Node = { id: greetingId, parent: null, depth: 0 }
  const nodes = [leaf]
  const add = async (parent: Node, role: 'user' | 'character', status: 'complete' | 'streaming' = 'complete') => {
    leaf = { id: ids.uuid(), parent, depth: parent.depth + 1 }
    const place = { conversation_id: conversationId, parent_id: parent.id, depth: leaf.depth }
    await insertMessages(db, [
      {
        ...place,
        id: leaf.id,
        role,
        status,
        content: status === 'complete' ? textOf(30) : '',
        created_at: clock.now(),
      },
    ])
    nodes.push(leaf)
  }
  const update = (id: string, values: { content?: string; persona_name?: string; status?: 'complete' }) =>
    db.updateTable('messages').set(values).where('id', '=', id).execute()
  const changes: (() => Promise<unknown>)[] = [
    () => add(leaf, 'user'),
    () => add(leaf, 'character'),
    async () => {
      await add(leaf, 'character', 'streaming')
      await update(leaf.id, { content: textOf(10) })
      await assertSame()
      await update(leaf.id, { content: textOf(30), status: 'complete' })
    },
    async () => {
      leaf = pick(nodes)
    },
    () => update(pick(nodes).id, { content: textOf(30) }),
    () => update(pick(nodes).id, { persona_name: textOf(2) }),
    () => redactMessage(db, conversationId, pick(nodes).id, clock.now()),
    () =>
      context
        .transact(async (trx) => {
          await trx.updateTable('messages').set({ content: 'never' }).where('id', '=', pick(nodes).id).execute()
          throw new Error('rolled back')
        })
        .catch(() => {}),
  ]
  const pathOf = (end: Node | null): Node[] => (end ? [...pathOf(end.parent), end] : [])
  async function assertSame() {
    const anchor = random() < 0.7 ? pick(pathOf(leaf)).id : random() < 0.5 ? pick(nodes).id : null
    const request = { characters: pick([50, 1_000, 100_000]), anchor }
    const history = await cache.read({ conversationId, leafId: leaf.id, ...request })
    expect(history.map(({ tokens, ...row }) => row)).toEqual(await readHistory(db, conversationId, leaf.id, request))
  }
  for (let change = 0; change < 1_500; change += 1) {
    await (random() < 0.6 ? pick(changes.slice(0, 3)) : pick(changes))()
    await assertSame()
  }
})
