import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MockUpstream, startUpstream } from '#tests/support/upstream.ts'
import { replyOf } from '#tests/support/upstream-stream.ts'
import { anthropic } from './anthropic.ts'
import { collectReply, request } from './contract.ts'
import { HttpModel, type HttpModelOptions, type Protocol } from './http-model.ts'
import { openAiCompatible } from './openai-compatible.ts'
import { anyService, hostedServices } from './services.ts'

let upstream: MockUpstream
const voices: HttpModel[] = []

beforeEach(async () => {
  upstream = await startUpstream({ firstTokenMs: 1, gapMs: 1, tokens: 10 })
})
afterEach(async () => {
  await Promise.all(voices.splice(0).map((voice) => voice.close()))
  await upstream.close()
})

function voice(over: Partial<HttpModelOptions> = {}, protocol: Protocol = openAiCompatible): HttpModel {
  const common = { service: anyService, baseUrl: upstream.baseUrl, model: 'mock-chat', contextTokens: 8192 }
  const made = new HttpModel(protocol, { ...common, maxReplyTokens: 600, ...over })
  voices.push(made)
  return made
}

const service = (id: string) => hostedServices.find((entry) => entry.id === id) ?? anyService
const sent = () => upstream.requests.at(-1)?.body ?? {}

it('asks as the protocol wants it, with the key in the header', async () => {
  const { result } = await collectReply(voice({ apiKey: 'sk-1234567890' }), { stop: ['\nUser:'] })
  expect(result.usage).toMatchObject({ replyTokens: 10 })
  expect(upstream.requests[0]?.headers).toMatchObject({ authorization: 'Bearer sk-1234567890' })
  expect(sent()).toEqual({
    model: 'mock-chat',
    messages: request().messages,
    stream: true,
    temperature: 0.8,
    max_tokens: 600,
    stop: ['\nUser:'],
    seed: 11,
    stream_options: { include_usage: true },
  })
})

it('minds what sets a service apart', async () => {
  await collectReply(voice({ service: service('mistral'), apiKey: 'k-1234' }), { temperature: 1.9 })
  expect(sent()).toMatchObject({ temperature: 1.5, random_seed: 11 })
  await collectReply(voice({ service: service('openai'), apiKey: 'k-1234' }))
  expect(sent()).toMatchObject({ max_completion_tokens: 600, reasoning_effort: 'low' })
})

it('does without what a server refuses by name, asking once more and never again', async () => {
  upstream.unsupportedFields = ['stream_options']
  const stubborn = voice()
  expect((await collectReply(stubborn)).result).toEqual({ finish: 'stop', usage: null })
  expect(upstream.requests).toHaveLength(2)
  await collectReply(stubborn)
  expect(upstream.requests).toHaveLength(3)
})

it('learns several refusals, several callers at a time', async () => {
  upstream.unsupportedFields = ['max_tokens', 'temperature', 'seed', 'stream_options']
  const stubborn = voice()
  const heard = await Promise.all(Array.from({ length: 8 }, () => collectReply(stubborn)))
  expect(heard.every(({ pieces }) => pieces.join('') === replyOf(10))).toBe(true)
  expect(sent()).toEqual({ model: 'mock-chat', messages: request().messages, stream: true, max_completion_tokens: 600 })
})

it('lets Anthropic models go without a temperature', async () => {
  upstream.unsupportedFields = ['temperature']
  await collectReply(voice({}, anthropic))
  expect(sent()).not.toHaveProperty('temperature')
})

it('puts roles in order for a server that wants them to alternate', async () => {
  upstream.strictRoles = true
  const messages = [...request().messages, { role: 'system' as const, content: 'Speak softly.' }]
  const { pieces } = await collectReply(voice(), { messages })
  expect(pieces.join('')).toBe(replyOf(10))
  expect(sent().messages).toEqual([
    messages[0],
    { role: 'user', content: '(The scene opens.)' },
    messages[1],
    { role: 'user', content: `${messages[2]?.content}\n\nSpeak softly.` },
  ])
})

it('gives up on a refusal it cannot help', async () => {
  upstream.unsupportedFields = ['messages']
  await expect(collectReply(voice())).rejects.toMatchObject({ errorType: 'config_error' })
  expect(upstream.requests).toHaveLength(1)
})

it('asks the server for a model when none is named, once', async () => {
  const unnamed = voice({ model: null })
  expect(unnamed.model).toBe('unknown')
  await collectReply(unnamed)
  await collectReply(unnamed)
  expect(unnamed.model).toBe('mock-chat')
  expect(sent().model).toBe('mock-chat')
})

it('is a configuration fault when the server has no chat model, or the key is missing or cannot be sent', async () => {
  upstream.models = ['nomic-embed-text']
  await expect(collectReply(voice({ model: null }))).rejects.toMatchObject({ errorType: 'config_error' })
  await expect(collectReply(voice({ service: service('openai') }))).rejects.toMatchObject({ errorType: 'config_error' })
  await expect(collectReply(voice({ apiKey: 'two\nlines' }))).rejects.toMatchObject({ errorType: 'config_error' })
  expect(upstream.requests).toHaveLength(0)
})

it('finds its way from the whole address of the call', async () => {
  const { pieces } = await collectReply(voice({ baseUrl: `${upstream.baseUrl}/chat/completions/` }))
  expect(pieces.join('')).toBe(replyOf(10))
})

it('keeps its connections for the next reply', async () => {
  const kept = voice()
  for (let index = 0; index < 12; index++) await collectReply(kept)
  // A reply is over at its last word, which may be a moment before its connection is free.
  expect(upstream.sockets.size).toBeLessThanOrEqual(2)
})

it('hangs up within a second when the player is gone', async () => {
  upstream.pace.gapMs = 10_000
  const control = new AbortController()
  const onText = () => control.abort(new Error('gone'))
  await expect(voice().generate(request(), { signal: control.signal, onText })).rejects.toThrow('gone')
  const before = performance.now()
  await upstream.waitForIdle()
  expect(performance.now() - before).toBeLessThan(1_000)
  expect(upstream.disconnects).toBe(1)
})

it('marks for Anthropic what it may cache, and keeps what changes behind it', async () => {
  const messages = [
    { role: 'system' as const, content: 'Rules.' },
    { role: 'system' as const, content: 'The story so far.' },
    { role: 'user' as const, content: 'Hello.' },
    { role: 'assistant' as const, content: 'Yes?' },
    { role: 'user' as const, content: 'Tea?' },
    { role: 'system' as const, content: 'Speak softly.' },
  ]
  const { result } = await collectReply(voice({ apiKey: 'sk-ant-123456789' }, anthropic), {
    messages,
    temperature: 1.2,
    stop: ['\n', 'END'],
  })
  const text = (words: string) => ({ type: 'text', text: words })
  const marked = (words: string) => ({ ...text(words), cache_control: { type: 'ephemeral' } })
  expect(sent()).toEqual({
    model: 'mock-chat',
    max_tokens: 600,
    stream: true,
    temperature: 1,
    stop_sequences: ['END'],
    system: [marked('Rules.'), marked('The story so far.')],
    messages: [
      { role: 'user', content: [text('Hello.')] },
      { role: 'assistant', content: [text('Yes?')] },
      { role: 'user', content: [marked('Tea?'), text('Speak softly.')] },
    ],
  })
  expect(upstream.requests[0]?.headers).toMatchObject({
    'x-api-key': 'sk-ant-123456789',
    'anthropic-version': '2023-06-01',
  })
  expect(result.usage).toMatchObject({ replyTokens: 10, cachedTokens: 0 })
})
