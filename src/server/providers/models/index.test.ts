import { expect, it, onTestFinished } from 'vitest'
import { collectReply } from '#tests/support/collect-reply.ts'
import { startUpstream } from '#tests/support/upstream.ts'
import type { LocalPorts } from './detect.ts'
import { chooseModel, type ModelEnv } from './index.ts'

async function create(env: ModelEnv, detectPorts: LocalPorts = {}) {
  const infos: string[] = []
  const warnings: string[] = []
  const log = { info: (message: string) => infos.push(message), warn: (message: string) => warnings.push(message) }
  const { model: provider } = await chooseModel(env, { log, detectPorts })
  onTestFinished(() => provider.close())
  return { provider, infos: infos.join(' '), warnings: warnings.join(' ') }
}

async function startUpstreamWith(models: string[]) {
  const upstream = await startUpstream({ models, firstTokenMs: 1, gapMs: 0, tokens: 5 })
  onTestFinished(() => upstream.close())
  return upstream
}

it('uses the demo model when nothing else is available, and logs it', async () => {
  const { provider, infos } = await create({ modelMaxReplyTokens: 300 })
  expect(provider).toMatchObject({ id: 'demo-model', builtIn: true, maxReplyTokens: 300 })
  expect(provider.label).toBe('Demo model (built in)')
  expect(infos).toContain('demo model')
})

it('prefers MODEL_BASE_URL to an API key, and finds a model there', async () => {
  const upstream = await startUpstreamWith(['mock-embed', 'mock-chat'])
  const { provider, infos } = await create({ modelBaseUrl: upstream.baseUrl, serviceKeys: { openai: 'sk-123' } })
  expect(provider).toMatchObject({
    id: 'openai-compatible',
    model: 'mock-chat',
    contextTokens: 8192,
    maxReplyTokens: 600,
  })
  expect(infos).toContain('mock-chat')
  expect((await collectReply(provider)).result.finish).toBe('stop')
})

it('starts when the server lists no model, and looks again with the first reply', async () => {
  const upstream = await startUpstreamWith([])
  const { provider, warnings } = await create({ modelBaseUrl: upstream.baseUrl })
  expect(warnings).toContain('MODEL_NAME')
  upstream.models = ['late-model']
  await collectReply(provider)
  expect(provider.model).toBe('late-model')
})

it('recognises a known service by its address, with its API key and default model', async () => {
  const { provider } = await create({ modelBaseUrl: 'https://api.mistral.ai/v1', serviceKeys: { mistral: 'key' } })
  expect(provider).toMatchObject({ id: 'mistral', label: 'Mistral', model: 'mistral-medium-latest' })
})

it.each([
  [{ serviceKeys: { openai: 'k' } }, 'openai'],
  [{ serviceKeys: { anthropic: 'k' } }, 'anthropic'],
  [{ serviceKeys: { openrouter: 'k' } }, 'openrouter'],
  [{ serviceKeys: { gemini: 'k' } }, 'gemini'],
  [{ serviceKeys: { mistral: 'k' } }, 'mistral'],
  [{ serviceKeys: { deepseek: 'k' } }, 'deepseek'],
  [{ serviceKeys: { groq: 'k' } }, 'groq'],
] satisfies [ModelEnv, string][])('chooses a service by its API key: %j', async (env, id) => {
  const { provider } = await create(env)
  expect(provider.id).toBe(id)
  expect(provider.model).not.toBe('unknown')
})

it('logs which of several API keys it uses, and why', async () => {
  const keys = { serviceKeys: { openai: 'k', anthropic: 'k', openrouter: 'k' } }
  const first = await create(keys)
  expect(first.provider.id).toBe('openai')
  expect(first.infos).toMatch(
    /OPENAI_API_KEY, ANTHROPIC_API_KEY, OPENROUTER_API_KEY.*OpenAI was chosen because it comes first/,
  )
  const byModel = await create({ ...keys, modelName: 'claude-haiku-4-5' })
  expect(byModel.provider).toMatchObject({ id: 'anthropic', model: 'claude-haiku-4-5' })
  expect(byModel.infos).toContain('one of its models')
  expect((await create({ ...keys, modelName: 'meta/llama-4' })).provider.id).toBe('openrouter')
})

it('uses a detected local model with the context window of its service', async () => {
  const upstream = await startUpstreamWith(['muse:8b'])
  const { provider, infos } = await create({}, { ollama: upstream.port })
  expect(provider).toMatchObject({ id: 'ollama', label: 'Ollama', model: 'muse:8b', contextTokens: 8192 })
  expect(infos).toContain('Found Ollama')
  const wide = await create({ modelContextTokens: 16_384 }, { ollama: upstream.port })
  expect(wide.provider.contextTokens).toBe(16_384)
})

it('warns about settings without effect', async () => {
  const { warnings } = await create({ modelApiKey: 'key', modelName: 'muse' })
  expect(warnings).toContain('MODEL_API_KEY is set without MODEL_BASE_URL')
  expect(warnings).toContain('muse')
})
