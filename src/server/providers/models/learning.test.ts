import { expect, it, onTestFinished } from 'vitest'
import { modelRequest } from '#tests/support/collect-reply.ts'
import { type Script, type ScriptedReply, startScriptedUpstream } from '#tests/support/scripted-upstream.ts'
import { openai } from '#tests/support/upstream-dialect.ts'
import { createHttpModel } from './http-model.ts'
import { factLifetimeMs } from './learned-facts.ts'
import type { ModelRuntime, ModelSettings } from './model-settings.ts'
import { ContextOverflowError, type GenerateOptions, type ModelRequest } from './provider.ts'
import { hostedServices, localServices, unknownService } from './services.ts'

const usage = { promptTokens: 50, replyTokens: 12, cachedTokens: 0 }
const event = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
const say = (text: string, promptTokens = 50): ScriptedReply => ({
  body: event({ content: text }) + openai.finish('some-model', 'stop', { ...usage, promptTokens }, true) + openai.done,
})
const reject = (message: string, status = 400, more: object = {}): ScriptedReply => ({
  status,
  body: JSON.stringify({ error: { message, ...more } }),
})

async function start(
  script: Script,
  { info, ...over }: Partial<ModelSettings & ModelRuntime> & { id?: string; info?: Record<string, object> } = {},
) {
  const upstream = await startScriptedUpstream(script, info)
  const facts: object[] = []
  let now = 0
  const services = [...hostedServices, ...localServices, unknownService]
  const service = services.find(({ id }) => id === over.id) ?? unknownService
  const retries = { delayMs: 1, maxDelayMs: 50, loadingMs: 1 }
  const settings = { service, apiKey: 'k-1234', model: 'some-model', contextTokens: 8192, ...over }
  const runtime = { retries, now: () => now, onFact: (fact: object) => facts.push(fact), ...over }
  const model = createHttpModel({ ...settings, baseUrl: upstream.baseUrl }, runtime)
  onTestFinished(() => upstream.close())
  onTestFinished(() => model.close())
  const send = async (request: Partial<ModelRequest> = {}, more: Partial<GenerateOptions> = {}) => {
    let text = ''
    const onText = (piece: string) => {
      text += piece
    }
    const onReplace = (all: string) => {
      text = all
    }
    const signal = new AbortController().signal
    const result = await model.generate(modelRequest(request), { signal, onText, onReplace, ...more })
    return { text, result }
  }
  const sent = () => upstream.requests.map(({ body }) => body)
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { model, send, sent, facts, pass }
}

/** A model that thinks first, whose thinking counts towards the tokens of the reply. */
const thinkFirst =
  (thinkingTokens: number): Script =>
  ({ body }) => {
    const room = Number(body.max_tokens ?? body.max_completion_tokens) - thinkingTokens
    const thinking = event({ reasoning_content: 'Hm. ' }).repeat(Math.min(thinkingTokens, thinkingTokens + room))
    return { body: thinking + (room > 0 ? event({ content: 'Tea?' }, 'stop') : event({}, 'length')) + openai.done }
  }

it.each([600, 5_000])('lets a model that thinks %i tokens speak, and remembers that it thinks', async (tokens) => {
  const { send, sent, facts } = await start(thinkFirst(tokens))
  expect((await send()).text).toBe('Tea?')
  expect(facts).toContainEqual(expect.objectContaining({ thinks: true }))
  const requests = sent().length
  expect((await send({ stop: ['\nSam:'] })).text).toBe('Tea?')
  expect(sent()).toHaveLength(requests + 1)
  expect(sent().at(-1)?.max_tokens).toBeGreaterThanOrEqual(2_600)
  // The service would check it in the thinking too.
  expect(sent().at(-1)).not.toHaveProperty('stop')
})

it('gives a model that is known to think its tokens at once', async () => {
  const { send, sent } = await start(thinkFirst(600), { model: 'deepseek-r1:8b' })
  expect((await send()).text).toBe('Tea?')
  expect(sent()).toHaveLength(1)
})

it('ends what is spoken at the maximum length though the service may generate more', async () => {
  const { send } = await start(() => say('word '.repeat(3_000)), { model: 'qwq-32b' })
  const { text, result } = await send({ maxTokens: 100 })
  expect(result.finish).toBe('length')
  expect(text).toHaveLength(500)
})

it('sends the next fields about thinking when a model rejects the first, and knows that it thinks', async () => {
  const { send, sent } = await start(
    ({ body }) =>
      body.reasoning_effort === 'none'
        ? reject("Unsupported value: 'reasoning_effort' does not support 'none' with this model.")
        : say('Tea?'),
    { id: 'openai', model: 'gpt-6-luna' },
  )
  await send()
  await send()
  expect(sent().map((body) => [body.reasoning_effort, body.max_completion_tokens])).toEqual([
    ['none', 600],
    ['low', 2_600],
    ['low', 2_600],
  ])
})

it('uses a refusal for an hour', async () => {
  const { send, sent, facts, pass } = await start(({ body }) =>
    'seed' in body ? reject("Unknown parameter: 'seed'.") : say('Tea?'),
  )
  await send()
  pass(factLifetimeMs - 1)
  await send()
  expect(sent()).toHaveLength(3)
  pass(1)
  await send()
  expect(sent()).toHaveLength(5)
  expect(facts).toEqual([{ rejectedFields: ['seed'] }, { rejectedFields: ['seed'] }])
})

it('measures again after an hour how the model counts its tokens', async () => {
  const { model, send, pass } = await start(() => say('Tea?', 2_000))
  const before = model.contextTokens
  await send({ promptTokens: 1_000 })
  expect(model.contextTokens).toBeLessThan(before)
  pass(factLifetimeMs)
  expect(model.contextTokens).toBe(before)
})

it('makes the system texts a direction for a model without a system role', async () => {
  const { send, sent } = await start(({ body }) =>
    JSON.stringify(body.messages).includes('"system"') ? reject('System role not supported') : say('Tea?'),
  )
  await send()
  const messages = sent().at(-1)?.messages as { role: string; content: string }[]
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(messages[0]?.content).toContain('[Writing direction: You are the keeper')
})

const overflows: [string, ScriptedReply, number][] = [
  [
    'OpenAI and vLLM',
    reject("This model's maximum context length is 4096 tokens. However, you requested 9000 tokens."),
    4096,
  ],
  ['a server that names no window', reject('input is too long', 400, { code: 'context_length_exceeded' }), 4096],
]

it.each(overflows)('learns the window from %s', async (_name, reply, window) => {
  const { model, send } = await start(() => reply)
  await expect(send({ promptTokens: 6_000 })).rejects.toBeInstanceOf(ContextOverflowError)
  expect(model.contextTokens).toBe(window)
})

it('takes an empty reply of LM Studio to a long prompt for an overflow', async () => {
  const empty = { body: openai.open('m', usage) + openai.finish('some-model', 'stop', usage, false) + openai.done }
  const { model, send } = await start(() => empty, { id: 'lm-studio' })
  await expect(send({ promptTokens: 100 })).rejects.toMatchObject({ errorType: 'server_error' })
  expect(model.contextTokens).toBe(8192)
  await expect(send({ promptTokens: 6_000 })).rejects.toBeInstanceOf(ContextOverflowError)
  expect(model.contextTokens).toBe(4096)
})

it('learns from the usage how the model counts tokens', async () => {
  const { model, send } = await start(() => say('Tea?', 3_000))
  await send({ promptTokens: 2_000 })
  // Half as many again: two thirds of 7,592 estimated tokens fit.
  expect(model.contextTokens).toBe(600 + Math.floor(7_592 / 1.5))
  expect(model.maxReplyTokens).toBe(600)
})

it('reserves room for thinking in the window of a local server', async () => {
  const { model } = await start(() => say('Tea?'), { id: 'vllm', model: 'qwq-32b', contextTokens: 8192 })
  expect(model.contextTokens).toBe(8192 - 2_000)
})

const resetConnection: Script = (_request, _index, response) => {
  response.socket?.resetAndDestroy()
  return null
}
const rateLimit =
  (headers: Record<string, string>): Script =>
  () => ({ ...reject('Slow down', 429), headers })

it.each<[string, Script]>([
  ['503', () => reject('Overloaded', 503)],
  ['529', () => reject('Overloaded', 529)],
  ['an overload inside the reply', () => ({ body: 'data: {"error":{"message":"Overloaded","code":502}}\n\n' })],
  ['a reset', resetConnection],
  ['429 with a short Retry-After', rateLimit({ 'retry-after': '0' })],
])('tries once more after %s', async (_name, failure) => {
  const { send, sent } = await start((request, index, response) =>
    index === 0 ? failure(request, index, response) : say('Tea?'),
  )
  expect((await send()).text).toBe('Tea?')
  expect(sent()).toHaveLength(2)
})

it.each<[string, Script, string, number]>([
  ['503 twice', () => reject('Overloaded', 503), 'server_error', 2],
  ['500', () => reject('Internal', 500), 'server_error', 1],
  ['429 with a long Retry-After', rateLimit({ 'retry-after': '60' }), 'rate_limited', 1],
  ['429 without one', rateLimit({}), 'rate_limited', 1],
  ['an exceeded quota', () => reject('Quota', 429, { code: 'insufficient_quota' }), 'quota_exceeded', 1],
  ['a cut reply', () => ({ body: event({ content: 'Tea' }) }), 'server_error', 1],
])('does not try again after %s', async (_name, script, errorType, requests) => {
  const { send, sent } = await start(script)
  await expect(send()).rejects.toMatchObject({ errorType })
  expect(sent()).toHaveLength(requests)
})

it('waits for a local server that is loading its model, and says so once', async () => {
  const { send, sent } = await start(
    (_request, index) => (index < 5 ? reject('Loading model', 503, { type: 'unavailable_error' }) : say('Tea?')),
    { id: 'llama-cpp' },
  )
  let notices = 0
  const onWaiting = () => {
    notices += 1
  }
  expect((await send({}, { onWaiting })).text).toBe('Tea?')
  expect(sent()).toHaveLength(6)
  expect(notices).toBe(1)
})

it.each([
  ['ollama', '/api/show', { model_info: { 'general.architecture': 'llama', 'llama.context_length': 2_048 } }],
  ['koboldcpp', '/api/extra/true_max_context_length', { value: 2_048 }],
])('asks %s for its window, which it would cut a prompt to without an error', async (id, path, told) => {
  const line = `${JSON.stringify({ message: { content: 'Tea?' }, done: true, done_reason: 'stop' })}\n`
  const info = { [path]: told }
  const answer = () => (id === 'ollama' ? { body: line } : say('Tea?'))
  const { model, send, sent, facts, pass } = await start(answer, { id, info })
  await expect(send({ promptTokens: 5_000 })).rejects.toBeInstanceOf(ContextOverflowError)
  expect([sent(), facts, model.contextTokens]).toEqual([[], [{ windowTokens: 2048 }], 2_048])
  expect((await send({ promptTokens: 1_400 })).text).toBe('Tea?')
  if (id === 'ollama') expect(sent()[0]).toMatchObject({ options: { num_ctx: 2_048 } })
  // The server may have been started again with another window.
  pass(factLifetimeMs)
  Object.assign(info, { [path]: {} })
  expect((await send({ promptTokens: 5_000 })).text).toBe('Tea?')
})

it('asks a server at an unusual port what it is, and KoboldCpp for its window', async () => {
  const info = {
    '/v1/models': { data: [{ id: 'some-model', owned_by: 'koboldcpp' }] },
    '/api/extra/true_max_context_length': { value: 2_048 },
  }
  const { model, send, facts } = await start(() => say('Tea?'), { service: { ...unknownService, isLocal: true }, info })
  await expect(send({ promptTokens: 5_000 })).rejects.toBeInstanceOf(ContextOverflowError)
  expect([facts, model.contextTokens]).toEqual([[{ windowTokens: 2048 }], 2_048])
  expect((await send({ promptTokens: 1_400 })).text).toBe('Tea?')
})

it('sends Ollama the same window every time, so that it does not load the model again', async () => {
  const line = `${JSON.stringify({ message: { content: 'Tea?' }, done: true, done_reason: 'stop' })}\n`
  const { send, sent } = await start(() => ({ body: line }), { id: 'ollama' })
  await send()
  await send({ messages: [{ role: 'user', content: 'Hello.' }] })
  expect(sent().map(({ options }) => (options as { num_ctx: number }).num_ctx)).toEqual([8192, 8192])
  expect(sent()[0]).toMatchObject({ think: false, options: { num_predict: 600, min_p: 0.05, seed: 11 } })
})

it('gives up a server that rejects what a request cannot do without', async () => {
  const { send, sent } = await start(() => reject('Invalid max_tokens, temperature and seed'), { id: 'anthropic' })
  await expect(send()).rejects.toMatchObject({ errorType: 'config_error' })
  expect(sent().length).toBeLessThan(15)
})

it('asks to go on where a server rejects the fields that leave a reply open', async () => {
  const { model, send, sent } = await start(
    ({ body }) =>
      'continue_final_message' in body ? reject('continue_final_message: Extra inputs are not permitted') : say('Tea?'),
    { id: 'vllm' },
  )
  expect((await send({ prefill: true, messages: [{ role: 'assistant', content: 'Some' }] })).text).toBe('Tea?')
  expect(sent()).toHaveLength(2)
  expect(model.canPrefill).toBe(false)
})

/** The roles of the player's empty message: the model is told to go on. */
const emptySend = [
  { role: 'system' as const, content: 'Rules.' },
  { role: 'user' as const, content: 'Hello.' },
  { role: 'assistant' as const, content: 'Ahoy.' },
  { role: 'system' as const, content: 'Go on.' },
]
const rolesOf = (body: { messages?: unknown } | undefined) =>
  ((body?.messages ?? []) as { role: string }[]).map(({ role }) => role)

it.each(["Unexpected role 'system' after role 'assistant'", 'Expected role user at this place, got system'])(
  'learns from a rejection that names roles: %s',
  async (message) => {
    const rejection = { object: 'error', message, type: 'invalid_request_message_order', code: '3230' }
    const { send, sent, facts } = await start(({ body }) =>
      rolesOf(body).lastIndexOf('system') > 0 ? { status: 400, body: JSON.stringify(rejection) } : say('Tea?'),
    )
    expect((await send({ messages: emptySend })).text).toBe('Tea?')
    expect(facts).toEqual([{ needsStrictRoles: true }])
    expect(sent()).toHaveLength(2)
    await send({ messages: emptySend })
    expect(sent()).toHaveLength(3)
  },
)

it.each([
  ['mistral', 'mistral-medium-latest'],
  ['mistral', 'my-fine-tune'],
  ['vllm', 'mistralai/Mixtral-8x7B-Instruct-v0.1'],
  ['openai-compatible', 'devstral-small'],
])('%s gets the last instruction as a user message: %s', async (id, model) => {
  const { send, sent } = await start(() => say('Tea?'), { id, model })
  await send({ messages: emptySend })
  expect(rolesOf(sent()[0])).toEqual(['system', 'user', 'assistant', 'user'])
})

it('takes an empty reply that ended by its length for thinking', async () => {
  const { send, sent, facts } = await start(
    ({ body }) =>
      Number(body.max_tokens) < 2_600 ? { body: event({ content: '' }, 'length') + openai.done } : say('Tea?'),
    { id: 'gemini', model: 'gemini-2.5-flash' },
  )
  expect((await send()).text).toBe('Tea?')
  expect(facts).toContainEqual({ thinks: true })
  expect(sent()).toHaveLength(2)
})

it('reads that Claude has thought from its usage, where the thinking is not sent', async () => {
  const message = (text: string, reason: string, thinking: number): ScriptedReply => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ type: 'message', content: text === '' ? [] : [{ type: 'text', text }], stop_reason: reason },
      usage: { input_tokens: 50, output_tokens: 600, output_tokens_details: { thinking_tokens: thinking } },
    }),
  })
  const { send, sent, facts } = await start(
    ({ body }) => (Number(body.max_tokens) < 2_600 ? message('', 'max_tokens', 600) : message('Tea?', 'end_turn', 900)),
    { id: 'anthropic', model: 'claude-sonnet-4-6' },
  )
  expect((await send()).text).toBe('Tea?')
  expect(facts).toContainEqual({ thinks: true })
  expect(sent()).toHaveLength(2)
})
