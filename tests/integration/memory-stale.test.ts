import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { raiseFlag } from '#server/moderation/raise-flag.ts'
import type { ConversationPage } from '#shared/chat.ts'
import type { ConversationMemory } from '#shared/memory.ts'
import { fillConversation } from '#tests/support/long-conversation.ts'
import { createMemoryApp } from '#tests/support/memory-app.ts'
import { act, listFlags, signUpAdmin } from '#tests/support/moderation.ts'
import { waitForReplies } from '#tests/support/test-app.ts'

const { app, upstream, player, startConversation, send, memoryOf, waitForMemory, close } = await createMemoryApp()
const secret = 'The key is under the third stair.'

upstream.summarize = repeatSecret
beforeEach(() => {
  upstream.requests.length = 0
})
afterAll(close)

/** A summary and facts that repeat the secret where the messages contain it. */
function repeatSecret(request: string): string {
  const number = request
    .split('\n')
    .find((line) => /^\[\d+\]/.test(line) && line.includes(secret))
    ?.match(/\d+/)?.[0]
  const known = request.includes(secret) ? secret : 'Nothing is known of the key.'
  return `SUMMARY:\n${known}\nFACTS:\n- The lamp is old. [1]\n${number ? `- Sam said: ${secret} [${number}]` : ''}`
}

const messagesOf = async (id: string) =>
  (await player.get<ConversationPage>(`/api/conversations/${id}?limit=200`)).messages
const factsOf = async (id: string) => (await memoryOf(id)).facts.map(({ text }) => text).sort()

/** A conversation whose memory has the secret; `sayIt` says it and returns the message that has it. */
async function startRemembered(sayIt: (id: string) => Promise<string>) {
  const id = await startConversation()
  const messageId = await sayIt(id)
  await fillConversation(app.context, id, 23)
  await send(id, 'Good evening.')
  const { summary, facts } = await waitForMemory(id)
  expect(summary?.text).toBe(secret)
  expect(facts.map(({ text }) => text).sort()).toEqual([`Sam said: ${secret}`, 'The lamp is old.'])
  return { id, messageId }
}

/** Raises the flag of a rule that a message of the player has matched. */
const raise = (targetId: string) =>
  app.context.transact((trx) =>
    raiseFlag(app.context, trx, {
      targetType: 'message',
      targetId,
      targetName: 'Ada',
      subjectId: player.id,
      category: 'threats',
      source: 'policy',
      summary: 'A rule matched',
      details: 'rule-7',
      evidence: { rule: 'rule-7' },
    }),
  )

/** Removes the text of a message, as moderation does; with `complete`, marks it as restored. */
const redact = (messageId: string, status: 'redacted' | 'complete' = 'redacted') =>
  app.change('messages', { id: messageId }, { content: '', status })

/** Everything that the tables of the memory have of a conversation. */
async function stored(id: string): Promise<string> {
  return JSON.stringify([
    await app.rows('memory_blocks', { conversation_id: id }),
    await app.rows('memory_facts', { conversation_id: id }),
    await app.rows('receipts', { conversation_id: id }),
  ])
}

describe('a message that moderation removes', () => {
  test('is in no summary and no fact from then on; after an appeal it is again', async () => {
    const say = async (id: string) => (await send(id, secret)).userMessageId ?? ''
    const { id, messageId } = await startRemembered(say)
    const admin = await signUpAdmin(app)
    const flag = await raise(messageId)
    upstream.requests.length = 0
    await act(admin, flag.id, { action: 'approve' })
    expect(await stored(id)).not.toContain(secret)
    await app.memoryJobs.claim()
    expect((await waitForMemory(id)).summary?.text).toBe('Nothing is known of the key.')
    expect(await factsOf(id)).toEqual(['The lamp is old.'])
    await send(id, 'Where is the key?')
    expect(JSON.stringify(upstream.requests)).not.toContain(secret)

    await player.post('/api/appeals', { flagId: flag.id, text: 'A quotation.' })
    const [appeal] = await listFlags(admin, `?targetId=${messageId}&category=appeal`)
    await act(await signUpAdmin(app), appeal?.id ?? '', { action: 'approve' })
    await app.memoryJobs.claim()
    expect((await waitForMemory(id)).summary?.text).toBe(secret)
    expect(await factsOf(id)).toEqual([`Sam said: ${secret}`, 'The lamp is old.'])
  })

  test('leaves what the user has corrected for a review, which no prompt has until the user decides', async () => {
    const { id, messageId } = await startRemembered(async (it) => (await send(it, secret)).userMessageId ?? '')
    const url = `/api/conversations/${id}/memory/summaries`
    const correct = (summaryId: string, text: string) => player.put<ConversationMemory>(`${url}/${summaryId}`, { text })
    const { summary } = await memoryOf(id)
    const summaryId = summary?.id ?? ''
    await correct(summaryId, 'They looked for a key in vain.')
    await redact(messageId)
    expect(await memoryOf(id)).toMatchObject({
      summary: null,
      corrections: [{ id: summaryId, text: 'They looked for a key in vain.', edited: true }],
    })
    await app.memoryJobs.claim()
    expect(await waitForMemory(id)).toMatchObject({
      summary: { text: 'Nothing is known of the key.', edited: false },
      corrections: [{ text: 'They looked for a key in vain.' }],
    })
    upstream.requests.length = 0
    await send(id, 'Where is the key?')
    expect(JSON.stringify(upstream.requests)).not.toContain('in vain')

    expect(await correct(summaryId, 'They looked in vain.')).toMatchObject({
      summary: { text: 'They looked in vain.', edited: true },
      corrections: [],
    })
    await redact(messageId, 'complete')
    await app.memoryJobs.claim()
    await waitForMemory(id)
    const { body } = await player.request<ConversationMemory>('DELETE', `${url}/${summaryId}/correction`)
    expect(body).toMatchObject({ summary: { text: 'Nothing is known of the key.' }, corrections: [] })
    expect((await player.request('DELETE', `${url}/${summaryId}/correction`)).status).toBe(404)
  })

  test('has no summary written over the one that the user writes meanwhile', async () => {
    const { id, messageId } = await startRemembered(async (it) => (await send(it, secret)).userMessageId ?? '')
    const summaryId = (await memoryOf(id)).summary?.id ?? ''
    upstream.beforeSummary = async () => {
      upstream.beforeSummary = async () => {}
      await player.put(`/api/conversations/${id}/memory/summaries/${summaryId}`, { text: 'My own words.' })
    }
    await redact(messageId)
    await app.memoryJobs.claim()
    expect((await waitForMemory(id)).summary).toMatchObject({ text: 'My own words.', edited: true })
  })

  test('while its summary is written is not in what is stored', async () => {
    const id = await startConversation()
    const { userMessageId } = await send(id, secret)
    await fillConversation(app.context, id, 23)
    upstream.beforeSummary = async () => {
      upstream.beforeSummary = async () => {}
      await redact(userMessageId ?? '')
    }
    await send(id, 'Good evening.')
    await waitForReplies(app)
    await expect.poll(async () => (await memoryOf(id)).summary?.text).toBe('Nothing is known of the key.')
    expect(await stored(id)).not.toContain(secret)
  })
})

describe('a message that its author deletes', () => {
  test('is in no summary where the story goes on without it, because what followed follows its edited version', async () => {
    const { id, messageId } = await startRemembered(async (conversationId) => {
      await send(conversationId, 'Hello.')
      const reply = (await messagesOf(conversationId)).at(-1)?.id ?? ''
      await app.change('messages', { id: reply }, { content: secret })
      return reply
    })
    const url = `/api/conversations/${id}`
    const leafId = (await messagesOf(id)).at(-1)?.id
    await player.post(`${url}/replies/${messageId}/edit`, { content: 'I know of no key.', leafId })
    await player.request('DELETE', `${url}/messages/${messageId}?leafId=${leafId}`)
    expect((await memoryOf(id)).summary).toBeNull()
    expect(await factsOf(id)).toEqual(['The lamp is old.'])
    await send(id, 'Where is the key?')
    expect((await waitForMemory(id)).summary?.text).toBe('Nothing is known of the key.')
  })

  test('takes what was written about it along, and brings it back', async () => {
    const say = async (id: string) => (await send(id, secret)).userMessageId ?? ''
    const { id, messageId } = await startRemembered(say)
    const url = `/api/conversations/${id}`
    const leafId = (await messagesOf(id)).at(-1)?.id
    await player.request('DELETE', `${url}/messages/${messageId}?leafId=${leafId}`)
    expect(await memoryOf(id)).toMatchObject({ summary: null, facts: [{ text: 'The lamp is old.' }] })
    const left = (await messagesOf(id)).at(-1)?.id
    await player.post(`${url}/messages/${messageId}/restore`, { leafId: left })
    const { summary } = await memoryOf(id)
    expect(summary?.text).toBe(secret)
    expect(await factsOf(id)).toEqual([`Sam said: ${secret}`, 'The lamp is old.'])
  })
})
