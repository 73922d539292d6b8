import { expect, it } from 'vitest'
import { ConnectionFields, changeService, presetValues, toInput } from './connection-values.ts'

const service = { id: 'ollama', label: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false, isLocal: true }
const preset = presetValues({ ...service, defaultModel: null, defaultPrices: null })

it('sends a preset as it is, without a key that was not typed', () => {
  expect(ConnectionFields.safeParse(preset).success).toBe(true)
  expect(toInput(preset)).toEqual({
    name: 'Ollama',
    service: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: null,
    contextTokens: null,
    maxReplyTokens: null,
    sampling: { temperature: null, topP: null, minP: null, repetitionPenalty: null },
    premiumOnly: false,
    prices: { input: null, cached: null, output: null },
    enabled: true,
  })
})

it('renames a connection with its service, unless the admin has named it', () => {
  const ollama = { ...service, defaultModel: null, defaultPrices: null }
  const groq = { ...ollama, id: 'groq', label: 'Groq', baseUrl: 'https://api.groq.example/v1' }
  const nameAfter = (name: string) => changeService({ ...preset, name }, groq, [ollama, groq]).name
  expect([nameAfter('Ollama'), nameAfter(''), nameAfter('The fast one')]).toEqual(['Groq', 'Groq', 'The fast one'])
})

it('names the problem of each field, also of texts that are not numbers', () => {
  const values = { ...preset, name: ' ', baseUrl: 'ollama', contextTokens: '12' }
  values.sampling = { ...preset.sampling, temperature: 'warm' }
  const issues = ConnectionFields.safeParse(values).error?.issues ?? []
  expect(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))).toEqual({
    name: 'Enter a name',
    baseUrl: 'The address must begin with http:// or https://',
    'sampling.temperature': 'Enter a number from 0 to 2, or leave it empty',
    contextTokens: 'Enter a whole number from 1024 to 4,000,000, or leave it empty',
  })
})

it('reads a decimal comma', () => {
  expect(toInput({ ...preset, sampling: { ...preset.sampling, topP: '0,9' } }).sampling).toMatchObject({ topP: 0.9 })
})
