import { expect, it } from 'vitest'
import { classifyErrorResponse } from './classify-error.ts'

const openAi = (message: string, type = '', code: string | number | null = null) =>
  JSON.stringify({ error: { message, type, code } })

it.each([
  ['402 without a body', 402, '', 'quota_exceeded'],
  ['429 that mentions credits', 429, 'No credits left on this account', 'quota_exceeded'],
  ['OpenRouter, rate limit inside a reply', 200, openAi('Rate limited upstream', '', 429), 'rate_limited'],
  ['OpenRouter, server error inside a reply', 200, openAi('Provider returned error', '', 502), 'server_error'],
  [
    'Gemini, invalid key',
    400,
    '[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]',
    'config_error',
  ],
  [
    'Ollama, no such model, inside a reply',
    200,
    '{"error":"model \\"muse\\" not found, try pulling it first"}',
    'config_error',
  ],
  [
    'vLLM, unknown parameter',
    422,
    '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}',
    'config_error',
  ],
  [
    'OpenAI, prompt rejected',
    400,
    openAi(
      'Your request was rejected as a result of our safety system.',
      'invalid_request_error',
      'content_policy_violation',
    ),
    'content_refused',
  ],
  ['302', 302, '', 'config_error'],
  ['an empty error object', 200, '{"error":{}}', 'server_error'],
])('%s', (_name, status, body, errorType) => {
  expect(classifyErrorResponse(status, body).errorType).toBe(errorType)
})

it('hints at MODEL_CONTEXT_TOKENS when the prompt is too long', () => {
  const body = openAi('maximum context length is 4096 tokens', 'invalid_request_error', 'context_length_exceeded')
  expect(classifyErrorResponse(400, body).hint).toContain('MODEL_CONTEXT_TOKENS')
})

it('classifies 504 as a time-out', () => {
  expect(classifyErrorResponse(504, '')).toMatchObject({ errorType: 'server_error', reason: 'timeout' })
})
