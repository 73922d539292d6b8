import { expect, it } from 'vitest'
import { findProfile } from '../find-profile.ts'
import { unknownService } from '../services.ts'
import { isRefusal } from './reply-filter.ts'

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

it.each([
  ['llama3.1:8b', 'I cannot create explicit content.', true],
  ['meta-llama/llama-3.3-70b-instruct', 'I can’t continue with this conversation.', true],
  ['llama3.1:8b', 'I cannot go on. My legs ache and the pass is closed.', false],
  ['claude-haiku-4-5', "I don't feel comfortable writing this scene.", true],
  ['anthropic/claude-sonnet-4.5', "I'm not going to continue with this roleplay scenario.", true],
  ['claude-haiku-4-5', 'I need to step out of character here.', true],
  ['claude-haiku-4-5', 'I need to step out for a moment, the kettle is on.', false],
  ['claude-haiku-4-5', 'I’m not going to the harbour with you.', false],
  ['gemini-2.5-flash', 'I am programmed to be a harmless AI assistant.', true],
  ['gemma-3-27b', 'As a large language model, I have to stay respectful.', true],
  ['gemini-2.5-flash', 'I am unable to sleep while the lamp is out.', false],
  ['qwen3:8b', '很抱歉，我无法满足您的请求。', true],
  ['deepseek-chat', '抱歉，我不能协助处理这个问题。', true],
  ['qwen3:8b', '抱歉，我不能继续走了，脚太疼。', false],
  ['some-model', 'I cannot create explicit content.', false],
])('%s: %j: %s', (model, text, expected) => {
  expect(isRefusal(text, findProfile(unknownService, model).refusal)).toBe(expected)
})
