import { expect, test } from 'vitest'
import { findProfile } from './find-profile.ts'
import { hostedServices } from './services.ts'

const profileOf = (id: string, model: string) => {
  const service = hostedServices.find((candidate) => candidate.id === id)
  if (service === undefined) throw new Error(id)
  return findProfile(service, model)
}

// Each row is a statement of a client library or a page that docs/models.md names.
test.each([
  ['openai', 'gpt-6-luna', 1_050_000, false, { reasoning_effort: 'none' }],
  ['openai', 'gpt-6.1-terra', 1_050_000, false, { reasoning_effort: 'none' }],
  ['openai', 'gpt-6-astra', 1_050_000, true, { reasoning_effort: 'low' }],
  ['openai', 'gpt-6.1-sol', 1_050_000, true, { reasoning_effort: 'low' }],
  ['openai', 'gpt-5.4', 1_050_000, false, { reasoning_effort: 'none' }],
  ['openai', 'gpt-5.4-mini', 400_000, false, { reasoning_effort: 'none' }],
  ['openai', 'gpt-5', 400_000, true, { reasoning_effort: 'minimal' }],
  ['openai', 'gpt-5.3-chat-latest', 128_000, false, { reasoning_effort: 'none' }],
  ['openai', 'o3', 200_000, true, { reasoning_effort: 'low' }],
  ['anthropic', 'claude-haiku-5-5', 1_000_000, false, { thinking: { type: 'disabled' } }],
  ['anthropic', 'claude-sonnet-5-5', 1_000_000, false, { thinking: { type: 'between_tools' } }],
  ['anthropic', 'claude-sonnet-5', 1_000_000, false, { thinking: { type: 'disabled' } }],
  ['anthropic', 'claude-opus-5', 1_000_000, false, { thinking: { type: 'disabled' } }],
  ['anthropic', 'claude-opus-5-5', 1_000_000, true, { output_config: { effort: 'low' } }],
  ['anthropic', 'claude-fable-5-1', 1_000_000, true, { output_config: { effort: 'low' } }],
  ['anthropic', 'claude-opus-4-6', 1_000_000, false, undefined],
  ['anthropic', 'claude-haiku-4-5', 200_000, false, undefined],
  ['gemini', 'gemini-flash-latest', 1_048_576, true, { reasoning_effort: 'low' }],
  ['gemini', 'gemini-3.8-flash', 1_048_576, true, { reasoning_effort: 'low' }],
  ['gemini', 'gemini-3.6-flash', 1_048_576, true, { reasoning_effort: 'minimal' }],
  ['gemini', 'gemini-flash-lite-latest', 1_048_576, true, { reasoning_effort: 'minimal' }],
  ['gemini', 'gemini-2.5-flash', 1_048_576, false, { reasoning_effort: 'none' }],
  ['mistral', 'mistral-medium-latest', 262_144, false, { reasoning_effort: 'none' }],
  ['mistral', 'magistral-medium-latest', 131_072, true, undefined],
  ['deepseek', 'deepseek-flash', 1_000_000, false, { thinking: { type: 'disabled' } }],
  ['groq', 'openai/gpt-oss-120b', 131_072, true, { reasoning_effort: 'low', include_reasoning: false }],
])('%s, %s: its window and how little it thinks', (service, model, windowTokens, thinks, first) => {
  const profile = profileOf(service, model)
  expect([profile.windowTokens, profile.thinks, profile.thinking[0]]).toEqual([windowTokens, thinks, first])
})

test.each(hostedServices.map(({ id, defaultModel }) => [id, defaultModel ?? '']))(
  'the window of the default model of %s is known',
  (id, model) => {
    if (id === 'openrouter') expect(profileOf(id, model).windowTokens).toBeNull()
    else expect(profileOf(id, model).windowTokens).toBeGreaterThanOrEqual(131_072)
  },
)
