import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseModel } from '#server/providers/models/index.ts'
import type { ModelProvider } from '#server/providers/models/provider.ts'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { createCharacter, createTestApp } from '#tests/support/test-app.ts'
import { startUpstream } from '#tests/support/upstream.ts'

const log = { info: () => {}, warn: () => {} }
const pace = { firstTokenMs: 1, gapMs: 0, tokens: 8 }
const upstreams = [await startUpstream(pace), await startUpstream(pace)] as const
const [first, second] = upstreams

const app = await createTestApp()
const player = await app.signUp()
const character = await createCharacter(await app.signUp())
const create = async (upstream: typeof first, modelName: string): Promise<ModelProvider> =>
  (await chooseModel({ modelBaseUrl: upstream.baseUrl, modelName }, { log })).model
const models = [await create(first, 'first-model'), await create(second, 'second-model')] as const
vi.spyOn(app.context.models, 'select').mockReturnValue(models)
beforeEach(() => {
  for (const upstream of upstreams) upstream.requests.length = 0
  first.failure = null
  second.failure = null
})
afterAll(async () => {
  await app.close()
  for (const upstream of upstreams) await upstream.close()
})

const send = (message: string) =>
  player.request<ChatResponse & ErrorBody>('POST', '/api/chat', { characterId: character.id, message })

test('the first model writes the reply', async () => {
  expect((await send('Good evening.')).status).toBe(200)
  expect([first.requests.length, second.requests.length]).toEqual([1, 0])
})

test.each(['unauthorized', 'no-model', 'server-error', 'quota', 'html', 'empty-body'] as const)(
  'the second one writes it when the first fails before its first token (%s)',
  async (failure) => {
    first.failure = failure
    const { status, body } = await send(`During ${failure}`)
    expect(status).toBe(200)
    const { messages } = await player.get<ConversationPage>(`/api/conversations/${body.conversationId}`)
    expect(messages.at(-1)).toMatchObject({ status: 'complete', content: body.response })
    const row = await app.context.db
      .selectFrom('messages')
      .select('model')
      .where('id', '=', body.messageId ?? '')
      .executeTakeFirst()
    expect(row?.model).toBe('second-model')
    expect(second.requests).toHaveLength(1)
    expect(app.logged()).toContain('a model failed before its first token')
  },
)

test('a request that was refused because of its content is not sent to another model', async () => {
  first.failure = 'refusal'
  expect((await send('Something refused.')).body.errorType).toBe('content_refused')
  expect(second.requests).toHaveLength(0)
})

test('a reply that breaks off keeps its text and is not requested from another model', async () => {
  first.failure = 'ends-early'
  const { body } = await send('Go on.')
  const { messages } = await player.get<ConversationPage>(`/api/conversations/${body.conversationId}`)
  expect(messages.at(-1)).toMatchObject({ status: 'interrupted', content: expect.stringMatching(/\S/) })
  expect(second.requests).toHaveLength(0)
})

test('when every model fails, the error of the last one is shown', async () => {
  first.failure = 'unauthorized'
  second.failure = 'quota'
  expect((await send('Anybody?')).body.errorType).toBe('quota_exceeded')
})

test('a new greeting is requested from the second model too', async () => {
  first.failure = 'server-error'
  const request = { characterId: character.id, originalGreeting: 'The original.' }
  const { greeting } = await player.post<{ greeting: string }>('/api/new-chat-greeting', request)
  expect(greeting).not.toBe('The original.')
  expect(second.requests).toHaveLength(1)
})
