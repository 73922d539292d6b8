import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConversationPage, ReplyReceipt } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import type { ConversationMemory, MemoryFact } from '#shared/memory.ts'
import { downloadAccountData } from '#tests/support/account-data.ts'
import { indexMessages } from '#tests/support/index-messages.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { createMemoryApp } from '#tests/support/memory-app.ts'
import { waitForReplies } from '#tests/support/test-app.ts'

const { app, upstream, player, character, startConversation, send, memoryOf, waitForMemory, close } =
  await createMemoryApp()
beforeEach(() => {
  upstream.requests.length = 0
})
afterAll(close)

const urlOf = (id: string) => `/api/conversations/${id}/memory`
const versionOf = async (id: string) => (await app.row('conversations', { id }, 'memory_version')).memory_version

/** A conversation whose messages fill most of the window of the model. */
async function startLong(count = 23): Promise<string> {
  const id = await startConversation()
  await fillConversation(app.context, id, count)
  return id
}

async function startRemembered(): Promise<string> {
  const id = await startLong()
  await send(id, 'Good evening.')
  await waitForMemory(id)
  return id
}

describe('after a reply', () => {
  test('a conversation that fills most of the window gets a summary and facts that cite its messages', async () => {
    const used = async () => {
      return Number((await app.rows('daily_messages', { user_id: player.id }, 'used'))[0]?.used ?? 0)
    }
    const before = await used()
    const id = await startRemembered()
    expect(await used(), 'the summary is not charged').toBe(before + 1)
    const { summary, facts } = await memoryOf(id)
    expect(summary).toMatchObject({ edited: false, last: { onPath: true } })
    expect(summary?.text).toMatch(/^The story of \d+ messages\.$/)
    expect(facts.map(({ text }) => text).sort()).toEqual(['Sam keeps bees.', 'The lamp is old.'])
    const { messages } = await player.get<ConversationPage>(`/api/conversations/${id}?limit=200`)
    const lamp = facts.find(({ text }) => text === 'The lamp is old.')
    expect(lamp).toMatchObject({ onPath: true, pinned: false, own: false })
    expect(messages.findIndex((message) => message.id === lamp?.sources[0]?.id)).toBe(1)
    expect(upstream.summaries()).toHaveLength(1)
  })

  test('a short one has no memory', async () => {
    const id = await startLong(2)
    await send(id, 'Good evening.')
    await waitForReplies(app)
    expect(await memoryOf(id)).toEqual({ enabled: true, summary: null, corrections: [], facts: [], pending: false })
  })

  test('a summary that breaks the safety policy is not stored', async () => {
    const { summarize } = upstream
    upstream.summarize = () => 'SUMMARY:\nShe is 15 years old and the scene turns sexual.\nFACTS:\n- A fact. [1]'
    const id = await startLong()
    await send(id, 'Good evening.')
    await expect.poll(() => versionOf(id)).toBeGreaterThan(0)
    upstream.summarize = summarize
    expect(await memoryOf(id)).toMatchObject({ summary: null, facts: [] })
    expect(app.logged()).toContain('the text of a memory was held back')
  })

  test('what was said long ago is in the prompt when it matters again, and the summary from the move of the anchor on', async () => {
    const id = await startConversation()
    await send(id, 'I hid the brass key behind the stove.')
    await fillConversation(app.context, id, 23)
    await send(id, 'Good evening.')
    await waitForMemory(id)
    expect(upstream.lastPrompt()).not.toContain('The story so far')
    await fillConversation(app.context, id, 6)
    await indexMessages(app.context)
    const { messageId } = await send(id, 'Where is the brass key?')
    const prompt = upstream.lastPrompt()
    expect(prompt).toContain('The story so far: The story of')
    expect(prompt).toMatch(/Earlier messages.*\s- .*: I hid the brass key behind the stove\./)
    expect(prompt).toContain('- Sam keeps bees.')
    const { remembered } = await player.get<ReplyReceipt>(`/api/conversations/${id}/replies/${messageId}/receipt`)
    const passage = { kind: 'passage', text: expect.stringContaining('brass key'), words: ['brass', 'key'] }
    expect(remembered).toContainEqual(expect.objectContaining(passage))
    const before = upstream.prompts().at(-1)?.body.messages as { content: string }[]
    await send(id, 'And the lamp?')
    const after = upstream.prompts().at(-1)?.body.messages as { content: string }[]
    const end = before.findIndex(({ content }) => content.includes('Earlier messages')) + 1
    expect(after.slice(0, end)).toEqual(before.slice(0, end))
    expect(upstream.lastPrompt().split('I hid the brass key').length).toBe(2)
    // Left out of the prompts, it leaves those that it was inserted into too.
    const { messages } = await player.get<ConversationPage>(`/api/conversations/${id}?limit=200`)
    const key = messages.find(({ content }) => content.includes('brass key behind'))
    await player.request('PUT', `/api/conversations/${id}/messages/${key?.id}/excluded`, {
      excluded: true,
      leafId: messages.at(-1)?.id,
    })
    await send(id, 'And the lamp?')
    expect(upstream.lastPrompt()).not.toContain('I hid the brass key')
  })
})

describe('the path', () => {
  test('a fact of the window is not repeated unless it is pinned, and one of another path does not enter the prompt', async () => {
    const id = await startRemembered()
    const lamp = async () => (await memoryOf(id)).facts.find(({ text }) => text === 'The lamp is old.')
    await send(id, 'The lamp?')
    expect(upstream.lastPrompt()).not.toContain('- The lamp is old.')
    await player.request('PATCH', `${urlOf(id)}/facts/${(await lamp())?.id}`, { pinned: true })
    await send(id, 'The lamp?')
    expect(upstream.lastPrompt()).toContain('- The lamp is old.')
    const { messages } = await player.get<ConversationPage>(`/api/conversations/${id}?limit=200`)
    const body = { messageId: messages[0]?.id, leafId: messages.at(-1)?.id, endHere: true }
    await player.put(`/api/conversations/${id}/leaf`, body)
    expect(await lamp()).toMatchObject({ onPath: false })
    await send(id, 'The lamp?')
    expect(upstream.lastPrompt()).not.toContain('- The lamp is old.')
  })

  test('a fact leaves the prompt with the reply that was edited, also where the rest follows the edited text', async () => {
    const id = await startRemembered()
    const page = await player.get<ConversationPage>(`/api/conversations/${id}?limit=200`)
    const cited = page.messages.find(({ role }, at) => at > 0 && role === 'character')
    const body = { text: 'The rain is wet.', sources: [cited?.id], pinned: true }
    await player.post(`${urlOf(id)}/facts`, body)
    await send(id, 'The rain?')
    expect(upstream.lastPrompt()).toContain('- The rain is wet.')
    const leafId = (await player.conversation(id)).messages.at(-1)?.id
    await player.post(`/api/conversations/${id}/replies/${cited?.id}/edit`, { content: 'Dry.', leafId })
    await send(id, 'The rain?')
    expect(upstream.lastPrompt()).not.toContain('- The rain is wet.')
  })
})

describe('the panel', () => {
  test('adds, corrects, pins and deletes facts, and corrects the summary', async () => {
    const id = await startRemembered()
    const { facts, summary } = await memoryOf(id)
    const { fact } = await player.post<{ fact: MemoryFact }>(`${urlOf(id)}/facts`, { text: ' Sam is left-handed. ' })
    expect(fact).toMatchObject({ text: 'Sam is left-handed.', sources: [], pinned: false, own: true, onPath: true })
    const bees = facts.find(({ text }) => text === 'Sam keeps bees.')
    const changed = await player.request<{ fact: MemoryFact }>('PATCH', `${urlOf(id)}/facts/${bees?.id}`, {
      text: 'Sam keeps wasps.',
      pinned: true,
    })
    expect(changed.body.fact).toEqual({ ...bees, text: 'Sam keeps wasps.', pinned: true, own: true })
    const summaryUrl = `${urlOf(id)}/summaries/${summary?.id}`
    await player.put(summaryUrl, { text: 'They keep watch.', seen: summary?.text })
    const late = await player.request('PUT', summaryUrl, { text: 'They sleep.', seen: summary?.text })
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_elsewhere' } })
    const read = await memoryOf(id)
    expect(read.facts[0]?.text).toBe('Sam keeps wasps.')
    expect(read.summary).toMatchObject({ text: 'They keep watch.', edited: true })
    await send(id, 'Good evening.')
    expect(upstream.lastPrompt()).toContain('- Sam is left-handed.')
    expect((await player.request('DELETE', `${urlOf(id)}/facts/${fact.id}`)).status).toBe(204)
    await send(id, 'Good evening.')
    expect(upstream.lastPrompt()).not.toContain('left-handed')
  })

  test('cites only messages of the conversation, and refuses what the policy refuses', async () => {
    const id = await startLong(2)
    const other = await startLong(2)
    const { messages } = await player.conversation(other)
    const sources = [messages[0]?.id]
    const { fact } = await player.post<{ fact: MemoryFact }>(`${urlOf(id)}/facts`, { text: 'A fact.', sources })
    expect(fact.sources).toEqual([])
    const text = 'She is 15 years old and the scene turns sexual.'
    const refused = await player.request<ErrorBody>('POST', `${urlOf(id)}/facts`, { text })
    expect(refused.status).toBe(422)
    expect((await memoryOf(id)).facts).toHaveLength(1)
  })

  test('belongs to the owner of the conversation', async () => {
    const id = await startRemembered()
    const { facts, summary } = await memoryOf(id)
    const stranger = await app.signUp()
    const own = await stranger.begin(character.id)
    for (const conversationId of [id, own.conversation.id]) {
      const url = urlOf(conversationId)
      const attempts = [
        stranger.request('PATCH', `${url}/facts/${facts[0]?.id}`, { pinned: true }),
        stranger.request('DELETE', `${url}/facts/${facts[0]?.id}`),
        stranger.request('PUT', `${url}/summaries/${summary?.id}`, { text: 'Mine.' }),
      ]
      expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([404, 404, 404])
    }
    expect(await memoryOf(id)).toMatchObject({ facts, summary })
  })
})

describe('the switch', () => {
  test('turns the memory of a conversation off and on: nothing is written or read meanwhile', async () => {
    const id = await startRemembered()
    expect(await player.put<ConversationMemory>(urlOf(id), { enabled: false })).toMatchObject({ enabled: false })
    await player.post(`${urlOf(id)}/facts`, { text: 'Sam is left-handed.' })
    await send(id, 'Good evening.')
    expect(upstream.lastPrompt()).not.toContain('left-handed')
    await player.put(urlOf(id), { enabled: true })
    await send(id, 'Good evening.')
    expect(upstream.lastPrompt()).toContain('left-handed')
  })

  test('of the account is the default of its conversations', async () => {
    await player.put('/api/auth/memory', { enabled: false })
    const id = await startLong()
    expect(await memoryOf(id)).toMatchObject({ enabled: false })
    await send(id, 'Good evening.')
    await waitForReplies(app)
    await player.put(urlOf(id), { enabled: true })
    expect(await memoryOf(id)).toMatchObject({ enabled: true })
    await player.put('/api/auth/memory', { enabled: true })
  })
})

test('a memory is in the account data', async () => {
  const id = await startRemembered()
  type Data = { conversations: { id: string; memory?: unknown }[] }
  const { conversations } = await downloadAccountData<Data>(player)
  expect(conversations.find((conversation) => conversation.id === id)?.memory).toMatchObject({
    summaries: [{ text: expect.stringContaining('The story of') }],
    facts: [{ messageIds: [expect.any(String)] }, { own: false }],
  })
})

describe('a job', () => {
  test('that a shutdown interrupts is done after the next start', async () => {
    let begun = () => {}
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    upstream.beforeSummary = () => {
      begun()
      return new Promise(() => {})
    }
    const id = await startLong()
    await send(id, 'Good evening.')
    await isBegun
    upstream.beforeSummary = async () => {}
    await app.restart()
    const { facts } = await waitForMemory(id)
    expect(facts).toHaveLength(2)
  })

  test('that fails is tried again later, at last without a summary, and what was said can still be recalled', async () => {
    const { summarize } = upstream
    upstream.summarize = () => null
    const id = await startLong()
    await send(id, 'Good evening.')
    const job = () => app.context.db.selectFrom('jobs').selectAll().where('key', '=', id).executeTakeFirst()
    for (let attempt = 1; attempt < 5; attempt++) {
      const state = async () => [(await job())?.attempts, (await job())?.lease_id]
      await expect.poll(state).toEqual([attempt, null])
      app.clock.advance(60 * 60_000)
      await app.memoryJobs.claim()
    }
    await expect.poll(job).toBeUndefined()
    upstream.summarize = summarize
    expect(await app.rows('memory_blocks', { conversation_id: id }, 'summary')).toEqual([{ summary: '' }])
  })
})

test('a memory is deleted with its conversation', async () => {
  const { purgeConversations } = await import('#server/chat/purge/purge-conversations.ts')
  const id = await startRemembered()
  await player.request('DELETE', `/api/conversations/${id}`)
  app.clock.advance(31 * 24 * 60 * 60 * 1000)
  await purgeConversations(app.context)
  const { db } = app.context
  const left = await Promise.all(
    (['memory_blocks', 'memory_facts', 'memory_anchors'] as const).map((table) =>
      db.selectFrom(table).select('conversation_id').where('conversation_id', '=', id).execute(),
    ),
  )
  expect(left).toEqual([[], [], []])
})
