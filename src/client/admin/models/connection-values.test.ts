import { expect, it } from 'vitest'
import { findProblems, presetValues, toInput } from './connection-values.ts'

const service = { id: 'ollama', label: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', needsKey: false, isLocal: true }
const preset = presetValues({ ...service, defaultModel: null })

it('sends a preset as it is, without a key that was not typed', () => {
  expect(findProblems(preset)).toEqual({})
  expect(toInput(preset)).toEqual({
    name: 'Ollama',
    service: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: null,
    contextTokens: null,
    maxReplyTokens: null,
    sampling: { temperature: null, topP: null, minP: null, repetitionPenalty: null },
    premiumOnly: false,
    enabled: true,
  })
})

it('says at each field what is wrong, also of numbers that are none', () => {
  const values = { ...preset, name: ' ', baseUrl: 'ollama', temperature: 'warm', contextTokens: '12' }
  expect(findProblems(values)).toEqual({
    name: 'Enter a name',
    baseUrl: 'The address must begin with http:// or https://',
    temperature: 'Enter a number from 0 to 2, or leave it empty',
    contextTokens: 'Enter a whole number from 1024 to 4000000, or leave it empty',
  })
})

it('reads a decimal comma', () => {
  expect(toInput({ ...preset, topP: '0,9' }).sampling).toMatchObject({ topP: 0.9 })
})
