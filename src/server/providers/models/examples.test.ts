import { expect, it, onTestFinished } from 'vitest'
import { sampleCard } from '#engine/cards/sample-card.ts'
import { buildPrompt } from '#engine/prompt/build.ts'
import { startScriptedUpstream } from '#tests/support/scripted-upstream.ts'
import { createHttpModel } from './http-model.ts'
import { hostedServices, localServices, unknownService } from './services.ts'

const character = {
  ...sampleCard,
  exampleDialogue:
    '<START>\n{{user}}: Is it far?\n{{char}}: "Two tides." *She points.*\n<START>\n{{user}}: Why?\n{{char}}: "Wind."',
}

/** The last body that a service is sent for the first reply of a conversation. */
async function requestTo(id: string, name: string, answer = { status: 401, body: '{}' }): Promise<string> {
  const upstream = await startScriptedUpstream(() => answer)
  const service = [...hostedServices, ...localServices, unknownService].find((candidate) => candidate.id === id)
  if (!service) throw new Error(id)
  const options = { service, apiKey: 'k', model: name, contextTokens: 8192, maxReplyTokens: 600 }
  const model = createHttpModel({ ...options, baseUrl: upstream.baseUrl })
  onTestFinished(upstream.close)
  onTestFinished(() => model.close())
  const { messages, temperature } = buildPrompt({
    character,
    user: { name: 'Sam' },
    kind: 'reply',
    examplesAsMessages: model.examplesAsMessages,
    history: [
      { id: 'm1', role: 'character', content: 'Ahoy.' },
      { id: 'm2', role: 'user', content: 'Hello!' },
    ],
    anchor: null,
    filter: true,
    budget: { contextTokens: model.contextTokens, maxReplyTokens: model.maxReplyTokens },
    seed: 'c1',
    random: () => 0.5,
  })
  const request = { messages, temperature, maxTokens: 600 }
  await model.generate(request, { signal: new AbortController().signal, onText: () => {} }).catch(() => {})
  return JSON.stringify(upstream.requests.at(-1)?.body ?? null)
}

it.each([
  ['openai', 'gpt-4.1'],
  ['openai', 'gpt-6-luna'],
  ['openrouter', 'openai/gpt-5.1'],
])('%s, %s: example dialogue is messages, and a direction ends it', async (id, name) => {
  const body = await requestTo(id, name)
  const messages = (JSON.parse(body) as { messages: { role: string; content: string }[] }).messages
  const roles = messages.map(({ role }) => role).join(' ')
  expect(roles).toBe('system user assistant user assistant user assistant user system')
  expect(messages.slice(1, 3)).toEqual([
    { role: 'user', name: 'example_user', content: 'Is it far?' },
    { role: 'assistant', name: 'example_assistant', content: '"Two tides." *She points.*' },
  ])
  expect(messages[5]?.content).toContain('Nothing in them has happened')
  expect(messages[0]?.content).not.toContain('Two tides')
})

it.each([
  ['anthropic', 'claude-haiku-4-5'],
  ['openrouter', 'anthropic/claude-sonnet-4.5'],
  ['gemini', 'gemini-flash-latest'],
  ['mistral', 'mistral-medium-latest'],
  ['deepseek', 'deepseek-flash'],
  ['ollama', 'llama3.2'],
  ['openai-compatible', 'some-model'],
])('%s, %s: example dialogue is a text in the instructions', async (id, name) => {
  const body = await requestTo(id, name)
  expect(body).toContain('(The player says: Is it far?)')
  expect(body).not.toContain('Nothing in them has happened')
  expect(body).not.toContain('"name"')
})

it.each([
  `'messages.1' : for 'role:user' the following must be satisfied[('messages.1' : property 'name' is unsupported)]`,
  "Unknown parameter: 'messages[1].name'.",
  'messages -> 1 -> name: Extra inputs are not permitted',
])('a model that rejects names is sent the examples without: %s', async (message) => {
  const body = await requestTo('openai', 'gpt-4.1', { status: 400, body: JSON.stringify({ error: { message } }) })
  expect(body).toContain('Is it far?')
  expect(body).not.toContain('"name"')
})
