import type { Prices } from '#shared/models.ts'

type KnownPrice = [service: string, model: RegExp, input: number, cached: number, output: number]

/**
 * US dollars per million tokens, as the services list them for short prompts; docs/models.md says when and where they were
 * read. Those of DeepSeek are of the hours in which it costs most, those of Gemini 3.6 to 3.8 end with 2026.
 */
const knownPrices: readonly KnownPrice[] = [
  ['openai', /^gpt-6-luna/, 0.1, 0.01, 0.5],
  ['openai', /^gpt-6-sol/, 2, 0.2, 10],
  ['openai', /^gpt-6-astra/, 10, 1, 50],
  ['openai', /^gpt-5\.6-luna/, 0.2, 0.02, 1.2],
  ['openai', /^gpt-5\.6-terra/, 2, 0.2, 12],
  ['openai', /^gpt-5\.6/, 4, 0.4, 20],
  ['openai', /^gpt-5\.5(?!-pro)/, 5, 0.5, 30],
  ['openai', /^gpt-5\.4-mini/, 0.75, 0.075, 4.5],
  ['openai', /^gpt-5\.4-nano/, 0.2, 0.02, 1.25],
  ['openai', /^gpt-5\.4(?!-pro)/, 2.5, 0.25, 15],
  ['openai', /^gpt-5\.[23](?!-pro)/, 1.75, 0.175, 14],
  ['openai', /^gpt-5-mini/, 0.25, 0.025, 2],
  ['openai', /^gpt-5-nano/, 0.05, 0.005, 0.4],
  ['openai', /^gpt-5(?:\.1)?(?:-20|-chat|$)/, 1.25, 0.125, 10],
  ['openai', /^gpt-4\.1-mini/, 0.4, 0.1, 1.6],
  ['openai', /^gpt-4\.1-nano/, 0.1, 0.025, 0.4],
  ['openai', /^gpt-4\.1/, 2, 0.5, 8],
  ['anthropic', /claude-haiku-5[-.]5/, 0.1, 0.01, 0.5],
  ['anthropic', /claude-haiku-4[-.]5/, 1, 0.1, 5],
  ['anthropic', /claude-sonnet-5[-.]5/, 2, 0.1, 10],
  ['anthropic', /claude-sonnet-5/, 2, 0.2, 10],
  ['anthropic', /claude-sonnet-4/, 3, 0.3, 15],
  ['anthropic', /claude-opus-5[-.]5/, 4, 0.2, 20],
  ['anthropic', /claude-opus-(?:5|4[-.][5-9])/, 5, 0.5, 25],
  ['anthropic', /claude-fable-5[-.]1/, 10, 0.25, 50],
  ['anthropic', /claude-fable-5/, 10, 1, 50],
  ['gemini', /gemini-3\.[678]-flash(?!-lite)/, 0.75, 0.075, 3.75],
  ['gemini', /gemini-3\.5-flash-lite/, 0.3, 0.03, 2.5],
  ['gemini', /gemini-3\.5-flash/, 1.5, 0.15, 9],
  ['gemini', /gemini-3\.1-flash-lite/, 0.25, 0.025, 1.5],
  ['gemini', /gemini-3(?:\.1)?-pro/, 2, 0.2, 12],
  ['gemini', /gemini-2\.5-flash-lite/, 0.1, 0.01, 0.4],
  ['gemini', /gemini-2\.5-flash/, 0.3, 0.03, 2.5],
  ['gemini', /gemini-2\.5-pro/, 1.25, 0.125, 10],
  ['mistral', /mistral-medium-(?:latest|3[-.]5|26)/, 1.5, 0.15, 7.5],
  ['mistral', /mistral-small-(?:latest|26)/, 0.15, 0.015, 0.6],
  ['mistral', /mistral-large-(?:latest|2512)/, 0.5, 0.05, 1.5],
  ['mistral', /mistral-nemo/, 0.15, 0.15, 0.15],
  ['deepseek', /flash/, 0.3, 0.006, 1.2],
  ['deepseek', /v4-pro/, 1.32, 0.044, 3.96],
  ['groq', /gpt-oss-120b/, 0.15, 0.075, 0.6],
  ['groq', /gpt-oss-20b/, 0.075, 0.0375, 0.3],
]

/** Null: not known. */
export function findPrices(serviceId: string, model: string): Prices | null {
  const name = model.toLowerCase()
  const found = knownPrices.find(([service, models]) => service === serviceId && models.test(name))
  if (found === undefined) return null
  const [, , input, cached, output] = found
  return { input, cached, output }
}
