import { afterEach, expect, it } from 'vitest'
import { startUpstream } from '#tests/support/upstream.ts'
import { collectReply } from './contract.ts'
import type { LocalPorts } from './detect.ts'
import { createModelProvider, type ModelEnv } from './index.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function choose(env: ModelEnv, detectPorts: LocalPorts = {}) {
  const said: string[] = []
  const warned: string[] = []
  const log = { info: (message: string) => said.push(message), warn: (message: string) => warned.push(message) }
  const provider = await createModelProvider(env, { log, detectPorts })
  closing.push(() => provider.close())
  return { provider, said: said.join(' '), warned: warned.join(' ') }
}

async function upstreamWith(models: string[]) {
  const upstream = await startUpstream({ models, firstTokenMs: 1, gapMs: 0, tokens: 5 })
  closing.push(() => upstream.close())
  return upstream
}

it('plays with the understudy when there is nothing else, and says so', async () => {
  const { provider, said } = await choose({ modelMaxReplyTokens: 300 })
  expect(provider).toMatchObject({ id: 'demo-model', builtIn: true, maxReplyTokens: 300 })
  expect(provider.label).toBe('Demo model (built in)')
  expect(said).toContain('demo model')
})

it('takes an address before any key, and asks it for a model', async () => {
  const upstream = await upstreamWith(['mock-embed', 'mock-chat'])
  const { provider, said } = await choose({ modelBaseUrl: upstream.baseUrl, openaiApiKey: 'sk-123' })
  expect(provider).toMatchObject({
    id: 'openai-compatible',
    model: 'mock-chat',
    contextTokens: 8192,
    maxReplyTokens: 600,
  })
  expect(said).toContain('mock-chat')
  expect((await collectReply(provider)).result.finish).toBe('stop')
})

it('starts although the address does not answer, and asks again when it is needed', async () => {
  const upstream = await upstreamWith([])
  const { provider, warned } = await choose({ modelBaseUrl: upstream.baseUrl })
  expect(warned).toContain('MODEL_NAME')
  upstream.models = ['late-model']
  await collectReply(provider)
  expect(provider.model).toBe('late-model')
})

it('knows a service by its address, with its key and its default', async () => {
  const { provider } = await choose({ modelBaseUrl: 'https://api.mistral.ai/v1', mistralApiKey: 'key' })
  expect(provider).toMatchObject({ id: 'mistral', label: 'Mistral', model: 'mistral-medium-latest' })
})

it.each([
  [{ openaiApiKey: 'k' }, 'openai'],
  [{ anthropicApiKey: 'k' }, 'anthropic'],
  [{ openrouterApiKey: 'k' }, 'openrouter'],
  [{ geminiApiKey: 'k' }, 'gemini'],
  [{ mistralApiKey: 'k' }, 'mistral'],
  [{ deepseekApiKey: 'k' }, 'deepseek'],
  [{ groqApiKey: 'k' }, 'groq'],
] satisfies [ModelEnv, string][])('knows a service by its key alone: %j', async (env, id) => {
  const { provider } = await choose(env)
  expect(provider.id).toBe(id)
  expect(provider.model).not.toBe('unknown')
})

it('says which of several keys it took, and why', async () => {
  const keys = { openaiApiKey: 'k', anthropicApiKey: 'k', openrouterApiKey: 'k' }
  const first = await choose(keys)
  expect(first.provider.id).toBe('openai')
  expect(first.said).toMatch(
    /OPENAI_API_KEY, ANTHROPIC_API_KEY, OPENROUTER_API_KEY.*OpenAI was chosen because it comes first/,
  )
  const byModel = await choose({ ...keys, modelName: 'claude-haiku-4-5' })
  expect(byModel.provider).toMatchObject({ id: 'anthropic', model: 'claude-haiku-4-5' })
  expect(byModel.said).toContain('one of its models')
  expect((await choose({ ...keys, modelName: 'meta/llama-4' })).provider.id).toBe('openrouter')
})

it('takes a model it finds on this machine, within its usual window', async () => {
  const upstream = await upstreamWith(['muse:8b'])
  const { provider, said } = await choose({}, { ollama: upstream.port })
  expect(provider).toMatchObject({ id: 'ollama', label: 'Ollama', model: 'muse:8b', contextTokens: 4096 })
  expect(said).toContain('Found Ollama')
  const wide = await choose({ modelContextTokens: 16_384 }, { ollama: upstream.port })
  expect(wide.provider.contextTokens).toBe(16_384)
})

it('warns of settings that come to nothing', async () => {
  const { warned } = await choose({ modelApiKey: 'key', modelName: 'muse' })
  expect(warned).toContain('MODEL_API_KEY is set without MODEL_BASE_URL')
  expect(warned).toContain('muse')
})
