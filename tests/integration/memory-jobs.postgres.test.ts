import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveJob } from '#server/core/jobs/queries.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { startMemoryUpstream } from '#tests/support/memory-upstream.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts'

let upstream: Awaited<ReturnType<typeof startMemoryUpstream>>
let database: TestDatabase
let apps: [TestApp, TestApp]
let player: Client

beforeAll(async () => {
  upstream = await startMemoryUpstream()
  database = await createTestDatabase()
  const shared = { ...database, drop: async () => {} }
  const options = { database: shared, env: upstream.env }
  apps = [await createTestApp(options), await createTestApp(options)]
  player = await apps[0].signUp()
})
afterAll(async () => {
  for (const app of apps ?? []) await app.close()
  await upstream?.close()
  await database?.drop()
})

/** Conversations of which a part is still to be summarized, with a job each. */
async function addJobs(count: number): Promise<string[]> {
  const [{ context }] = apps
  const { id: characterId } = await createCharacter(player)
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const { conversation } = await player.begin(characterId)
    await fillConversation(context, conversation.id, 26)
    ids.push(conversation.id)
  }
  const leaves = await context.db
    .selectFrom('conversations')
    .select(['id', 'active_leaf_id'])
    .where('id', 'in', ids)
    .execute()
  for (const { id, active_leaf_id } of leaves) {
    const payload = { leafId: active_leaf_id ?? '', historyTokens: 2_000 }
    await saveJob(context.db, { kind: 'memory', key: id, payload, now: context.clock.now() })
    for (const app of apps) app.memoryJobs.wake()
  }
  return ids
}

const jobsLeft = () => apps[0].context.db.selectFrom('jobs').selectAll().execute()

test('jobs that two instances look for at the same time run once each', async () => {
  const ids = await addJobs(12)
  await expect.poll(jobsLeft).toEqual([])
  const blocks = await apps[0].context.db
    .selectFrom('memory_blocks')
    .select('conversation_id')
    .where('conversation_id', 'in', ids)
    .execute()
  expect(blocks.map(({ conversation_id }) => conversation_id).sort()).toEqual(ids.sort())
  expect(upstream.summaries()).toHaveLength(12)
})

test('a job whose instance is gone is taken by another one when its lease is over, and what the first one writes late is refused', async () => {
  let release = () => {}
  let waiting = 0
  upstream.beforeSummary = () => {
    waiting += 1
    return waiting === 1 ? new Promise((resolve) => (release = () => resolve())) : Promise.resolve()
  }
  const [id] = await addJobs(1)
  await expect.poll(() => waiting).toBe(1)
  // As if the instance that holds the job had stopped: its lease is over.
  await apps[0].context.db.updateTable('jobs').set({ leased_until: 0 }).execute()
  await Promise.all(apps.map((app) => app.memoryJobs.claim()))
  await expect.poll(jobsLeft).toEqual([])
  release()
  await Promise.all(apps.map((app) => app.memoryJobs.idle()))
  const facts = await apps[0].context.db
    .selectFrom('memory_facts')
    .select('text')
    .where('conversation_id', '=', id ?? '')
    .execute()
  expect(facts).toHaveLength(2)
})
