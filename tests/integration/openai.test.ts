import { exec } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, streamText } from 'ai'
import OpenAI, { type APIError } from 'openai'
import { beforeEach, describe, expect, it, test } from 'vitest'
import type { ConversationPage } from '#shared/chat.ts'
import { type ClientOptions, describeClient } from '#tests/support/client-contract.ts'
import { createApiKey } from '#tests/support/create-api-key.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const app = await createSharedApp()

let owner: Client
let openai: OpenAI
let model: string
const pace = { ...app.upstream.pace }
const messages = [{ role: 'user' as const, content: 'Good evening.' }]

const connect = (key: string) => new OpenAI({ apiKey: key, baseURL: `${app.url}/v1` })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: APIError) => ({ status: error.status, code: error.code, type: error.type, param: error.param }),
  )

beforeEach(async () => {
  Object.assign(app.upstream, { failure: null })
  Object.assign(app.upstream.pace, pace)
  owner = await app.signUp()
  openai = connect((await createApiKey(app, owner, { scope: 'chat' })).key)
  model = (await createCharacter(owner, { name: 'Ilse Åker', isPublic: false })).id
})

describe('the official client', () => {
  it('lists the characters that its owner may chat with', async () => {
    const hidden = await createCharacter(await app.signUp(), { isPublic: false })
    const { data } = await openai.models.list()
    expect(data[0]).toMatchObject({ id: `ilse-aker-${model}`, object: 'model', name: 'Ilse Åker' })
    expect(data.length, 'sample characters').toBeGreaterThan(10)
    expect(data.map(({ id }) => id).join()).not.toContain(hidden.id)
    expect(await openai.models.retrieve(model)).toEqual(data[0])
    expect(await failureOf(openai.models.retrieve(hidden.id))).toMatchObject({ status: 404, code: 'model_not_found' })
  })

  it('chats, with the card, the notes of the client and its messages', async () => {
    const history = [
      { role: 'system' as const, content: 'It is raining.' },
      { role: 'user' as const, content: [{ type: 'text' as const, text: 'Who keeps the lamp?' }] },
      { role: 'assistant' as const, content: 'I do.' },
      ...messages,
    ]
    const { choices, usage, ...rest } = await openai.chat.completions.create({
      model: `any-${model}`,
      messages: history,
    })
    expect(rest).toMatchObject({ object: 'chat.completion', model: `any-${model}` })
    expect(choices).toMatchObject([{ message: { role: 'assistant' }, finish_reason: 'stop' }])
    expect(choices[0]?.message.content).not.toBe('')
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
    const prompt = JSON.stringify(app.upstream.requests.at(-1)?.body)
    for (const text of ['long grudge', 'It is raining.', 'Who keeps the lamp?', 'I do.', 'Good evening.']) {
      expect(prompt).toContain(text)
    }
    expect(await owner.get('/api/conversations')).toEqual([])
  })

  it('streams the same text, with the usage', async () => {
    const whole = await openai.chat.completions.create({ model, messages })
    const stream = await openai.chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(
      whole.choices[0]?.message.content,
    )
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: whole.usage?.completion_tokens } })
  })

  it('ends a reply at a stop text, and limits its length', async () => {
    const { choices } = await openai.chat.completions.create({ model, messages })
    const [first = '', second = ''] = (choices[0]?.message.content ?? '').split(' ')
    const stopped = await openai.chat.completions.create({ model, messages, stop: [second], max_tokens: 7 })
    expect(stopped.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: expect.stringMatching(first) },
    })
    expect(stopped.choices[0]?.message.content).not.toContain(second)
    const { body } = app.upstream.requests.at(-1) ?? {}
    expect([body?.max_tokens, body?.max_completion_tokens]).toContain(7)
  })

  it('ends at a stop text with which the model begins', async () => {
    const { choices } = await openai.chat.completions.create({ model, messages })
    const stop = [...(choices[0]?.message.content ?? '')].slice(0, 3).join('')
    for (const metadata of [null, { conversation: await begin() }]) {
      const stopped = await openai.chat.completions.create({ model, messages, stop, metadata })
      expect(stopped.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: '' } })
    }
  })

  it('answers in a scene with all that is said, by whom', async () => {
    const { id } = await createCharacter(owner, { name: 'Bo', isPublic: false })
    const scene = { characterId: model, participantIds: [id], turnOrder: 'round' }
    const { conversation } = await owner.post<ConversationPage>('/api/conversations', scene)
    const request = { model, messages, metadata: { conversation: conversation.id } }
    const headers = { 'idempotency-key': 'a key of mine' }
    const { choices } = await openai.chat.completions.create(request, { headers })
    expect((await openai.chat.completions.create(request, { headers })).choices).toEqual(choices)
    const stream = await openai.chat.completions.create({ ...request, stream: true })
    let streamed = ''
    for await (const chunk of stream) streamed += chunk.choices[0]?.delta.content ?? ''
    const page = await owner.conversation(conversation.id)
    const said = page.messages.filter(({ role }) => role === 'character').slice(-4)
    const of = (from: number) => `Bo: ${said[from]?.content}\n\nIlse Åker: ${said[from + 1]?.content}`
    expect([choices[0]?.message.content, streamed]).toEqual([of(0), of(2)])
  })

  it('stops the model when it disconnects', async () => {
    Object.assign(app.upstream.pace, { gapMs: 20, tokens: 5_000 })
    for (const conversation of [null, await begin()]) {
      const metadata = conversation === null ? null : { conversation }
      const stream = await openai.chat.completions.create({ model, messages, stream: true, metadata })
      for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
      await app.upstream.waitForIdle()
    }
    await waitForReplies(app)
  })

  it('sends into a conversation, which has its memory, and can repeat that', async () => {
    const conversation = await begin()
    const headers = { 'x-conversation': conversation, 'idempotency-key': 'a key of mine' }
    const { choices } = await openai.chat.completions.create({ model, messages }, { headers })
    await openai.chat.completions.create({ model, messages }, { headers })
    const page = await owner.conversation(conversation)
    expect(page.messages.slice(1).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Good evening.'],
      ['character', choices[0]?.message.content],
    ])
  })
})

describe('an error has the form that clients understand:', () => {
  const permanent = { maxRetries: 0 }
  const create = (fields: object = {}, options: object = permanent) =>
    openai.chat.completions.create({ model, messages, stream: false, ...fields }, options)

  test('a wrong key, one without the scope, and none', async () => {
    const reader = connect((await createApiKey(app, owner, { scope: 'read' })).key)
    const scoped = failureOf(reader.chat.completions.create({ model, messages }))
    expect(await scoped).toMatchObject({ status: 403, code: 'key_not_allowed', type: 'permission_error' })
    for (const key of ['trp_wrong', 'sk-wrong']) {
      const failure = failureOf(connect(key).models.list())
      expect(await failure).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'authentication_error' })
    }
  })

  test('an unknown character, an invalid field, a conversation of somebody else or with another character', async () => {
    expect(await failureOf(create({ model: 'gpt-4o' }))).toMatchObject({ status: 404, param: 'model' })
    expect(await failureOf(create({ max_tokens: 0 }))).toMatchObject({ status: 400, param: 'max_tokens' })
    const mine = { metadata: { conversation: await begin() } }
    const { id } = await createCharacter(owner)
    expect(await failureOf(create({ ...mine, model: id }))).toMatchObject({ status: 400, param: 'model' })
    openai = connect((await createApiKey(app, await app.signUp())).key)
    expect(await failureOf(create(mine))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('an unknown request, also with another method', async () => {
    const failure = await failureOf(openai.embeddings.create({ model, input: 'Good evening.' }))
    expect(failure).toMatchObject({ status: 404, code: 'not_found', type: 'invalid_request_error' })
    for (const path of ['/v1/chat/completions', '/v1/engines', '/v1']) {
      const { status, body } = await owner.request<object>('GET', path)
      const message = `There is no GET ${path} here.`
      expect({ status, body }).toMatchObject({ status: 404, body: { error: { message } } })
    }
  })

  test('a text that the rules do not allow, also in the messages before it', async () => {
    const content = 'sexy 12 year old'
    const held = { status: 422, code: 'content_filter', type: 'invalid_request_error' }
    for (const role of ['system', 'user', 'assistant']) {
      const said = [{ role, content }, ...messages]
      expect(await failureOf(create({ messages: said })), role).toMatchObject(held)
    }
  })

  test('the daily limit, which is not tried again', async () => {
    await app.change('users', { id: owner.id }, { account_type: 'free' })
    const limit = app.context.settings.current().freeDailyMessages
    const day = Math.floor(app.clock.now() / 86_400_000)
    await app.context.db.insertInto('daily_messages').values({ user_id: owner.id, day, used: limit }).execute()
    const before = app.upstream.requests.length
    expect(await failureOf(create({}, {}))).toMatchObject({ status: 429, code: 'insufficient_quota' })
    expect(app.upstream.requests.length).toBe(before)
  })

  test('a model that fails, at once, within a stream, and in a conversation, where the message is not sent twice', async () => {
    app.upstream.failure = 'server-error'
    expect(await failureOf(create())).toMatchObject({ status: 502, type: 'server_error' })
    const conversation = await begin()
    expect(await failureOf(create({ metadata: { conversation }, stream: true }, {}))).toMatchObject({ status: 502 })
    const { messages: stored } = await owner.conversation(conversation)
    expect(stored.filter(({ role }) => role === 'user')).toHaveLength(1)
    app.upstream.failure = null
    Object.assign(app.upstream.pace, { gapMs: 20, tokens: 5_000 })
    const stream = await openai.chat.completions.create({ model, messages, stream: true }, permanent)
    const read = async () => {
      for await (const { choices } of stream) {
        if (choices[0]?.delta.content) for (const socket of app.upstream.sockets) socket.destroy()
      }
    }
    expect(await failureOf(read())).toMatchObject({ code: 'server_error' })
  })
})

const createModel = ({ baseURL, key, model }: ClientOptions) => ({
  model: createOpenAICompatible({ name: 'troupe', baseURL, apiKey: key })(model),
  prompt: 'Good evening.',
  maxRetries: 0,
})
describeClient('the AI SDK of Vercel', app, {
  async reply({ stop, ...options }) {
    return (await generateText({ ...createModel(options), ...(stop && { stopSequences: [stop] }) })).text
  },
  pieces: (options, abortSignal) => streamText({ ...createModel(options), abortSignal, onError: () => {} }).textStream,
})

test('the examples of docs/api.md work', async () => {
  const examples = [...readFileSync('docs/api.md', 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(
    ([, command = '']) => command,
  )
  const env = { ...process.env, TROUPE_URL: app.url, TROUPE_KEY: String(openai.apiKey), CHARACTER_ID: model }
  const outputs = await Promise.all(examples.map((command) => promisify(exec)(command, { env })))
  expect(outputs.map(({ stdout }) => stdout)).toEqual([
    expect.stringContaining(owner.id),
    expect.stringContaining('"conversationId"'),
    expect.stringContaining(model),
    expect.stringContaining('data: [DONE]'),
  ])
})

async function begin(): Promise<string> {
  const { conversation } = await owner.begin(model)
  return conversation.id
}
