import { afterEach, beforeEach, expect, it } from 'vitest'
import { collectReply, modelRequest } from '#tests/support/collect-reply.ts'
import { type MockUpstream, startUpstream } from '#tests/support/upstream.ts'
import { replyOf } from '#tests/support/upstream-stream.ts'
import { anthropic } from './anthropic.ts'
import { HttpModel } from './http-model.ts'
import type { ModelRuntime, ModelSettings } from './model-settings.ts'
import { openAiCompatible } from './openai-compatible.ts'
import type { Protocol } from './protocol.ts'
import { hostedServices, localServices, unknownService } from './services.ts'

let upstream: MockUpstream
const models: HttpModel[] = []

beforeEach(async () => {
  upstream = await startUpstream({ firstTokenMs: 1, gapMs: 1, tokens: 10 })
})
afterEach(async () => {
  await Promise.all(models.splice(0).map((model) => model.close()))
  await upstream.close()
})

function createModel(
  over: Partial<ModelSettings & ModelRuntime> = {},
  protocol: Protocol = openAiCompatible,
): HttpModel {
  const common = { service: unknownService, baseUrl: upstream.baseUrl, model: 'mock-chat' }
  const model = new HttpModel(protocol, { ...common, ...over }, over)
  models.push(model)
  return model
}

const service = (id: string) => [...hostedServices, ...localServices].find((entry) => entry.id === id) ?? unknownService
const sent = () => upstream.requests.at(-1)?.body ?? {}

it('sends the request in the OpenAI protocol, with the API key in the header', async () => {
  const { result } = await collectReply(createModel({ apiKey: 'sk-1234567890' }), { stop: ['\nUser:'] })
  expect(result.usage).toMatchObject({ replyTokens: 10 })
  expect(upstream.requests[0]?.headers).toMatchObject({ authorization: 'Bearer sk-1234567890' })
  expect(sent()).toEqual({
    model: 'mock-chat',
    messages: modelRequest().messages,
    stream: true,
    temperature: 0.8,
    max_tokens: 600,
    stop: ['\nUser:'],
    seed: 11,
    stream_options: { include_usage: true },
  })
})

it('applies the differences of a service', async () => {
  await collectReply(createModel({ service: service('mistral'), apiKey: 'k-1234' }), { temperature: 1.9 })
  expect(sent()).toMatchObject({ temperature: 1.5, random_seed: 11 })
  await collectReply(createModel({ service: service('openai'), apiKey: 'k-1234', model: 'gpt-5.2' }), {
    conversationKey: 'c1',
    playerKey: 'p1',
  })
  expect(sent()).toMatchObject({
    max_completion_tokens: 600,
    reasoning_effort: 'none',
    prompt_cache_key: 'c1',
    safety_identifier: 'p1',
  })
})

it('leaves out the temperature where an Anthropic model rejects it', async () => {
  upstream.unsupportedFields = ['temperature']
  await collectReply(createModel({}, anthropic))
  expect(sent()).not.toHaveProperty('temperature')
})

it('rejects with config_error without a chat model, without an API key, and with an invalid API key', async () => {
  upstream.models = ['nomic-embed-text']
  await expect(collectReply(createModel({ model: null }))).rejects.toMatchObject({ errorType: 'config_error' })
  await expect(collectReply(createModel({ service: service('openai') }))).rejects.toMatchObject({
    errorType: 'config_error',
  })
  await expect(collectReply(createModel({ apiKey: 'two\nlines' }))).rejects.toMatchObject({ errorType: 'config_error' })
  expect(upstream.requests).toHaveLength(0)
})

it('accepts the whole address of the call as base URL', async () => {
  const { pieces } = await collectReply(createModel({ baseUrl: `${upstream.baseUrl}/chat/completions/` }))
  expect(pieces.join('')).toBe(replyOf(10))
})

it('marks the stable parts of the prompt for Anthropic to cache', async () => {
  const messages = [
    { role: 'system' as const, content: 'Rules.' },
    { role: 'system' as const, content: 'The story so far.' },
    { role: 'user' as const, content: 'Hello.' },
    { role: 'assistant' as const, content: 'Yes?' },
    { role: 'user' as const, content: 'Tea?' },
    { role: 'system' as const, content: 'Speak softly.' },
  ]
  const { result } = await collectReply(
    createModel({ service: service('anthropic'), apiKey: 'sk-ant-123456789' }, anthropic),
    {
      messages,
      playerKey: 'p1',
      temperature: 1.2,
      stop: ['\n', 'END'],
    },
  )
  const text = (words: string) => ({ type: 'text', text: words })
  const marked = (words: string) => ({ ...text(words), cache_control: { type: 'ephemeral' } })
  expect(sent()).toEqual({
    model: 'mock-chat',
    max_tokens: 600,
    stream: true,
    metadata: { user_id: 'p1' },
    temperature: 1,
    stop_sequences: ['END'],
    system: [marked('Rules.'), marked('The story so far.')],
    messages: [
      { role: 'user', content: [text('Hello.')] },
      { role: 'assistant', content: [text('Yes?')] },
      { role: 'user', content: [marked('Tea?'), text('[Writing direction: Speak softly.]')] },
    ],
  })
  expect(upstream.requests[0]?.headers).toMatchObject({
    'x-api-key': 'sk-ant-123456789',
    'anthropic-version': '2023-06-01',
  })
  expect(result.usage).toMatchObject({ replyTokens: 10, cachedTokens: 0 })
})

const openReply = [...modelRequest().messages, { role: 'assistant' as const, content: '"An island? Let me ' }]
const closed = { role: 'assistant', content: '"An island? Let me' }

it.each([
  ['mistral', 'mistral-large', { ...closed, prefix: true }, {}],
  ['deepseek', 'deepseek-chat', { ...closed, prefix: true }, {}],
  [
    'openrouter',
    'anthropic/claude-sonnet-4.5',
    { role: 'assistant', content: [expect.objectContaining({ text: closed.content })] },
    {},
  ],
  ['llama-cpp', 'llama3', closed, {}],
  ['koboldcpp', 'llama3', closed, { continue_assistant_turn: true }],
  ['vllm', 'llama3', closed, { add_generation_prompt: false, continue_final_message: true }],
])('lets a model of %s go on inside a reply', async (id, name, last, fields) => {
  const model = createModel({ service: service(id), apiKey: 'k-1234', model: name })
  expect(model.canPrefill).toBe(true)
  await collectReply(model, { messages: openReply, prefill: true })
  const { messages, ...rest } = sent() as { messages: unknown[] }
  expect(messages.at(-1)).toEqual(last)
  expect(rest).toMatchObject(fields)
})

it("sends DeepSeek's open reply to its beta path", async () => {
  const model = createModel({ service: service('deepseek'), apiKey: 'k-1234', model: 'deepseek-chat' })
  await collectReply(model, { messages: openReply, prefill: true })
  await collectReply(model)
  expect(upstream.requests.map(({ path }) => path)).toEqual(['/beta/chat/completions', '/v1/chat/completions'])
})

it.each([
  ['openai', 'gpt-5'],
  ['gemini', 'gemini-flash-latest'],
  ['groq', 'llama-3.3-70b-versatile'],
  ['openrouter', 'openai/gpt-5'],
  ['openai-compatible', 'llama3'],
])('asks a model of %s (%s) to go on where it cannot be given an open reply', async (id, name) => {
  const model = createModel({ service: service(id), apiKey: 'k-1234', model: name })
  expect(model.canPrefill).toBe(false)
  await collectReply(model, { messages: openReply, prefill: true })
  expect((sent().messages as unknown[]).at(-1)).toMatchObject({
    role: 'user',
    content: expect.stringContaining('[Writing direction:'),
  })
})

it.each([
  ['claude-haiku-4-5', true],
  ['claude-opus-4-20250514', true],
  ['claude-3-5-haiku-latest', true],
  ['claude-opus-4-6', false],
  ['claude-sonnet-4-6', false],
  ['claude-opus-5', false],
])('knows whether %s takes an open reply: %s', async (name, canPrefill) => {
  const model = createModel({ service: service('anthropic'), apiKey: 'k-1234', model: name }, anthropic)
  expect(model.canPrefill).toBe(canPrefill)
  await collectReply(model, { messages: openReply, prefill: true })
  const last = (sent().messages as { role: string; content: { text: string }[] }[]).at(-1)
  expect(last?.role).toBe(canPrefill ? 'assistant' : 'user')
  if (canPrefill) expect(last?.content[0]?.text).toBe(closed.content)
})

it('calls onWaiting once while a local server is silent, and never for another one', async () => {
  upstream.pace.firstTokenMs = 200
  const waits = { ollama: 0, mistral: 0 }
  for (const id of ['ollama', 'mistral'] as const) {
    const model = createModel({ service: service(id), apiKey: 'k-1234', timeouts: { waitingMs: 20 } })
    const onWaiting = () => {
      waits[id] += 1
    }
    await model.generate(modelRequest(), { signal: new AbortController().signal, onText: () => {}, onWaiting })
  }
  expect(waits).toEqual({ ollama: 1, mistral: 0 })
})
