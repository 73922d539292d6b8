import { beforeEach, expect, test, vi } from 'vitest'
import { type ChatResponse, chatLimits } from '#shared/chat.ts'
import type { BegunTurn } from '#shared/reply-events.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const maxReplyTokens = 16
const dailyMessages = 5
let player: Client

const app = await createSharedApp({
  env: { MODEL_MAX_REPLY_TOKENS: String(maxReplyTokens), FREE_DAILY_MESSAGES: String(dailyMessages) },
})
const character = await createCharacter(await app.signUp('author'))
beforeEach(async () => {
  player = await app.signUp()
  // More than the maximum: a reply is cut inside its first sentence.
  Object.assign(app.upstream.pace, { firstTokenMs: 1, gapMs: 0, tokens: maxReplyTokens * 2, firstWord: 0 })
  app.upstream.failure = null
})

const send = (message: string, more: object = {}) => player.chat(character.id, message, more)
const open = (id: string) => player.conversation(id)
const urlOf = ({ conversationId, messageId }: BegunTurn) => `/api/conversations/${conversationId}/replies/${messageId}`
const goOn = (turn: BegunTurn & { response: string }, length = turn.response.length) =>
  player.request<BegunTurn>('POST', `${urlOf(turn)}/continue`, { length })
/** Reads the events after the first `from` code units of the reply, to the end. */
async function readFrom(turn: ChatResponse, from: number) {
  const stream = await player.stream('GET', `${urlOf(turn)}/events?lastEventId=${from}`)
  return stream.rest()
}

test('a reply that reached its maximum length says so, and is continued in the same message', async () => {
  const turn = await send('Hello')
  const before = await open(turn.conversationId)
  expect(before.messages.at(-1)).toMatchObject({ status: 'complete', finish: 'length', content: turn.response })

  // What is left of the reply fits now.
  Object.assign(app.upstream.pace, { tokens: 4, firstWord: maxReplyTokens })
  const begun = await goOn(turn)
  expect(begun).toMatchObject({ status: 202, body: { messageId: turn.messageId, userMessageId: null } })
  const events = await readFrom(turn, turn.response.length)
  const prompt = app.upstream.lastMessages()
  expect(prompt.findLast(({ role }) => role === 'assistant')?.content).toBe(turn.response.trimEnd())
  const done = events.at(-1)
  expect(done).toMatchObject({ event: 'done', data: { status: 'complete', finish: 'stop' } })
  const whole = String(done?.data.response)
  expect(whole.startsWith(turn.response.trimEnd())).toBe(true)
  expect(whole.length).toBeGreaterThan(turn.response.length)

  const { messages } = await open(turn.conversationId)
  expect(messages).toHaveLength(before.messages.length)
  expect(messages.at(-1)).toMatchObject({ id: turn.messageId, content: whole, finish: 'stop', error: null })
})

test('a stopped reply can be continued', async () => {
  Object.assign(app.upstream.pace, { gapMs: 60_000 })
  const stream = await player.stream('POST', '/api/chat', { body: { characterId: character.id, message: 'Hi' } })
  const begun = (await stream.take<BegunTurn>()).data
  const first = await stream.take<{ text: string }>()
  await player.post(`/api/conversations/${begun.conversationId}/replies/${begun.messageId}/stop`)
  await stream.rest()
  Object.assign(app.upstream.pace, { gapMs: 0, tokens: 4 })
  const turn = { ...begun, response: first.data.text }
  expect((await goOn(turn)).status).toBe(202)
  await waitForReplies(app)
  const { messages } = await open(turn.conversationId)
  expect(messages.at(-1)).toMatchObject({ id: begun.messageId, status: 'complete' })
  expect(messages.at(-1)?.content.startsWith(first.data.text.trimEnd())).toBe(true)
})

test('repeating the request continues once', async () => {
  const turn = await send('Hello')
  const asked = app.upstream.requests.length
  const answers = await Promise.all([goOn(turn), goOn(turn)])
  await waitForReplies(app)
  answers.push(await goOn(turn))
  for (const { status } of answers) expect([202, 409]).toContain(status)
  expect(answers.at(-1)?.status).toBe(202)
  expect(app.upstream.requests).toHaveLength(asked + 1)
})

test('a repetition whose reply has been continued and has ended meanwhile is no bad request', async () => {
  const turn = await send('Hello')
  const { context } = app
  const { transactUnsynced } = context
  // Between the reading of the reply and the transaction, the same request from another tab is answered whole.
  const delayed = vi.spyOn(context, 'transactUnsynced').mockImplementationOnce(async (work) => {
    delayed.mockRestore()
    expect((await goOn(turn)).status).toBe(202)
    await waitForReplies(app)
    return transactUnsynced(work)
  })
  // 202: a background job's transaction was the delayed one.
  expect([202, 409]).toContain((await goOn(turn)).status)
})

test('a failure keeps the existing text, is shown to the user, and is not charged', async () => {
  const turn = await send('Hello')
  app.upstream.failure = 'server-error'
  await goOn(turn)
  await waitForReplies(app)
  const { messages } = await open(turn.conversationId)
  expect(messages.at(-1)).toMatchObject({ content: turn.response, status: 'interrupted' })
  expect(messages.at(-1)?.error?.errorType).toBe('server_error')
  app.upstream.failure = null
  const { conversationId } = turn
  for (let used = 1; used < dailyMessages; used += 1) await send('Next', { conversationId })
  const body = { characterId: character.id, message: 'One too many', conversationId }
  expect((await player.request('POST', '/api/chat', body)).status).toBe(429)
})

test('continuing counts as one of the day’s messages', async () => {
  let turn = await send('Hello')
  app.upstream.pace.firstWord = maxReplyTokens
  expect((await goOn(turn)).body.messagesLeft).toBe(dailyMessages - 2)
  await waitForReplies(app)
  for (let used = 2; used < dailyMessages; used += 1) {
    turn = await send('Next', { conversationId: turn.conversationId })
  }
  const before = await open(turn.conversationId)
  expect(await goOn(turn)).toMatchObject({ status: 429, body: { errorType: 'quota_exceeded' } })
  expect(await open(turn.conversationId)).toEqual(before)
})

test('only the newest reply can be continued, and no greeting', async () => {
  const turn = await send('Hello')
  await send('And then?', { conversationId: turn.conversationId })
  expect((await goOn(turn)).status).toBe(400)
  const [greeting] = (await open(turn.conversationId)).messages
  const greetingTurn = { ...turn, messageId: greeting?.id ?? '', response: greeting?.content ?? '' }
  expect((await goOn(greetingTurn)).status).toBe(400)
  const user = (await open(turn.conversationId)).messages[1]
  expect((await goOn({ ...turn, messageId: user?.id ?? '' })).status).toBe(400)
})

test('a reply does not grow without end: a very long one is not continued, and costs nothing', async () => {
  const turn = await send('Hello')
  const content = 'x'.repeat(chatLimits.continuedReply + 1)
  await app.change('messages', { id: turn.messageId }, { content })
  const requests = app.upstream.requests.length
  expect(await goOn(turn, content.length)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('too long') },
  })
  expect(app.upstream.requests).toHaveLength(requests)
})
