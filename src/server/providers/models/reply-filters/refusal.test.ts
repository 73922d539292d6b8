import { expect, it } from 'vitest'
import { isRefusal } from './refusal.ts'

it.each([
  ["I'm sorry, but I can't help with that.", true],
  ['I’m sorry, but I cannot continue this roleplay.', true],
  ['I apologize, but I am not able to write that scene. Would you like something else?', true],
  ['Unfortunately, I cannot participate in this.', true],
  ['"I\'m sorry, but I can\'t help you," she says.', false],
  ["*He shakes his head.* I'm sorry, I can't help you.", false],
  ["I'm sorry I'm late. The boat was slow.", false],
  ['Sorry? I did not hear you over the waves.', false],
  ['', false],
])('%j: %s', (text, expected) => {
  expect(isRefusal(text)).toBe(expected)
})
